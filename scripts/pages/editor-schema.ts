/** Converts contracts of the admission twin to JSON Schemas for editors (draft-07, which yaml-language-server supports). */
import type { Contract } from '../../src/admission/contracts/contract.ts';
import type { SchemaNode } from '../../src/admission/contracts/schema-node.ts';
import type { GoType } from '../../src/admission/go-type.ts';
import { OBJECT_META } from '../../src/admission/object-meta-type.ts';
import { PROFILE_NAMES, type FleetKind } from '../../src/fleet/kubefleet/kinds.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * The structure that the hub requires of an object of the kind: types, bounds, patterns, required and unknown fields. It has no CEL rules
 * and no checks of webhooks.
 */
export function editorSchema({ group, kind }: FleetKind, { profile, version, schema }: Contract, id: string): JsonSchema {
  const apiVersion = `${group}/${version}`;
  const { status, ...authored } = schema.properties ?? {};
  const own = valueSchema({ ...schema, properties: authored });
  return {
    $schema: DRAFT,
    $id: id,
    title: `${kind} (${apiVersion})`,
    description: `${kind} as ${PROFILE_NAMES[profile]} takes it: its structure only. \`fleet-gate lint\` judges the rest.`,
    ...own,
    required: ['apiVersion', 'kind', 'metadata', ...neededFields(schema)],
    properties: {
      apiVersion: { const: apiVersion },
      kind: { const: kind },
      metadata: goSchema(OBJECT_META),
      ...(own['properties'] as JsonSchema),
      ...(status === undefined ? {} : { status: orNull({ description: 'Written by the hub.', ...valueSchema(status) }) }),
    },
  };
}

function valueSchema(node: SchemaNode): JsonSchema {
  const { type, properties, required: _r, items, values, preserve, nullable, rules: _, distinct, unjudged: _u, ...bounds } = node;
  const needed = neededFields(node);
  const fields = Object.entries(properties ?? {}).map(([name, child]) => [name, fieldSchema(child, needed.includes(name))]);
  const schema: JsonSchema = {
    ...(type === undefined ? {} : { type: type === 'int-or-string' ? ['integer', 'string'] : type }),
    ...bounds,
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: valueSchema(items) }),
    ...(distinct === 'set' ? { uniqueItems: true } : {}),
    ...othersOf(node, values, preserve),
  };
  return nullable === true ? orNull(schema) : schema;
}

/** The hub fills in defaults before it checks required fields. */
function neededFields({ required = [], properties = {} }: SchemaNode): readonly string[] {
  return required.filter((name) => properties[name]?.default === undefined);
}

/** The schema of fields that are not listed: the values of a map, any value, or none. */
function othersOf({ properties }: SchemaNode, values: SchemaNode | undefined, preserve: true | undefined): JsonSchema {
  if (values !== undefined) return { additionalProperties: orNull(valueSchema(values)) };
  return properties === undefined || preserve === true ? {} : { additionalProperties: false };
}

/** The hub drops null fields before it validates, so null is invalid only for a required field. */
function fieldSchema(node: SchemaNode, isNeeded: boolean): JsonSchema {
  return isNeeded ? valueSchema(node) : orNull(valueSchema(node));
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  const types = type === undefined ? [] : [type].flat();
  return {
    ...schema,
    ...(types.length === 0 ? {} : { type: [...new Set([...types, 'null'])] }),
    ...(Array.isArray(values) ? { enum: [...new Set([...(values as unknown[]), null])] } : {}),
  };
}

/** The values that a typed decoding accepts: null is the empty value everywhere. */
function goSchema(type: GoType): JsonSchema {
  switch (type.kind) {
    case 'string':
    case 'time':
      return { type: ['string', 'null'] };
    case 'bool':
      return { type: ['boolean', 'null'] };
    case 'int':
    case 'int32':
    case 'int64':
      return { type: ['integer', 'null'] };
    case 'int-or-string':
      return { type: ['integer', 'string', 'null'] };
    case 'list':
      return { type: ['array', 'null'], items: goSchema(type.of) };
    case 'map':
      return { type: ['object', 'null'], additionalProperties: goSchema(type.of) };
    case 'struct': {
      const fields = Object.entries(type.fields).map(([name, field]) => [name, goSchema(field.type)]);
      return { type: 'object', additionalProperties: false, properties: Object.fromEntries(fields) };
    }
    case 'raw':
    default:
      return {};
  }
}
