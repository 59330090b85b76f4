import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { readsMissingOldValue, unjudgedIn } from './crd-keywords.ts';
import type { CelRule, SchemaNode } from './schema-node.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const COPIED = [
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'pattern',
  'default',
] as const;

/** With these keywords, the hub keeps fields that the schema does not list. */
const KEEPING = ['x-kubernetes-preserve-unknown-fields', 'additionalProperties'];

/** Fields of every embedded resource, even if its schema does not list them. */
const OF_EMBEDDED: Readonly<Record<string, SchemaNode>> = {
  apiVersion: {},
  kind: {},
  metadata: { preserve: true, unjudged: ['the metadata of an object'] },
};

/**
 * The constraints of a CRD's `openAPIV3Schema` on objects that people write: fields, defaults, CEL rules, and the values that denials
 * quote. `crdValidator` validates values; constraints that are not evaluated are listed at their place (`SchemaNode.unjudged`).
 */
export function schemaOfCrd(given: unknown): SchemaNode {
  const schema = isObject(given) ? given : {};
  // The server decodes the metadata by its own type; a CRD can only restrict the name.
  const { apiVersion: _a, kind: _k, metadata, status, ...authored } = objectAt(schema, 'properties') ?? {};
  const node: Mutable<SchemaNode> = constraints(schema);
  if (isObject(metadata) && metadata['properties'] !== undefined)
    node.unjudged = [...(node.unjudged ?? []), 'what it says about `metadata`'];
  return {
    ...node,
    properties: { ...fieldsOf(authored, constrained), ...(status === undefined ? {} : { status: bare(status) }) },
    ...(schema['x-kubernetes-preserve-unknown-fields'] === true ? { preserve: true } : {}),
  };
}

function constrained(schema: unknown): SchemaNode {
  return { ...constraints(isObject(schema) ? schema : {}), ...childrenOf(schema, constrained) };
}

/** Only the names of the fields. */
function bare(schema: unknown): SchemaNode {
  return childrenOf(schema, bare);
}

function childrenOf(schema: unknown, read: (child: unknown) => SchemaNode): SchemaNode {
  const node: Mutable<SchemaNode> = {};
  if (!isObject(schema)) return node;
  if (isObject(schema['properties'])) node.properties = fieldsOf(schema['properties'], read);
  if (schema['x-kubernetes-embedded-resource'] === true) node.properties = { ...node.properties, ...OF_EMBEDDED };
  if (isObject(schema['items'])) node.items = read(schema['items']);
  if (isObject(schema['additionalProperties'])) node.values = read(schema['additionalProperties']);
  if (KEEPING.some((keyword) => schema[keyword] === true)) node.preserve = true;
  return node;
}

function fieldsOf(properties: JsonObject, read: (child: unknown) => SchemaNode): Readonly<Record<string, SchemaNode>> {
  return Object.fromEntries(
    Object.entries(properties)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, read(schema)]),
  );
}

/** The constraints of a schema on the value itself, without its children. */
function constraints(schema: JsonObject): SchemaNode {
  const node: Record<string, unknown> = {};
  const anything = schema['x-kubernetes-preserve-unknown-fields'] === true && schema['type'] === undefined;
  if (!anything) node['type'] = schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : schema['type'];
  if (schema['nullable'] === true) node['nullable'] = true;
  if (schema['type'] === 'string' && READ_BY_CEL.has(schema['format'])) node['isConverted'] = true;
  const required = listAt(schema, 'required');
  if (required.length > 0) node['required'] = required;
  for (const keyword of COPIED) if (schema[keyword] !== undefined) node[keyword] = schema[keyword];
  const distinct = distinctOf(schema);
  if (distinct !== undefined) node['distinct'] = distinct;
  const rules = listAt(schema, 'x-kubernetes-validations').filter((rule) => !readsMissingOldValue(rule));
  if (rules.length > 0) node['rules'] = rules.map(ruleOf);
  const unjudged = unjudgedIn(schema);
  if (unjudged.length > 0) node['unjudged'] = unjudged.map((keyword) => `\`${keyword}\``);
  return node;
}

/** Formats of texts that rules get as times, durations and bytes (apiserver, `pkg/cel/common/schemas.go`). */
const READ_BY_CEL: ReadonlySet<unknown> = new Set(['byte', 'date', 'date-time', 'duration']);

function distinctOf(schema: JsonObject): SchemaNode['distinct'] {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return 'set';
  return listType === 'map' ? listAt(schema, 'x-kubernetes-list-map-keys').map(String) : undefined;
}

function ruleOf(entry: unknown): CelRule {
  const rule = stringAt(entry, 'rule') ?? '';
  const read: Mutable<CelRule> = { rule, message: stringAt(entry, 'message') ?? `failed rule: ${rule.trim()}` };
  for (const name of ['messageExpression', 'reason', 'fieldPath'] as const) {
    const text = stringAt(entry, name);
    if (text !== undefined) read[name] = text;
  }
  return read;
}
