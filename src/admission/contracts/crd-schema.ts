import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { goPattern } from '../go-pattern.ts';
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

/** The hub checks nothing of these, or they are taken over in another way. */
const TAKEN: ReadonlySet<string> = new Set([
  ...COPIED,
  'additionalProperties',
  'description',
  'example',
  'externalDocs',
  'items',
  'nullable',
  'properties',
  'required',
  'title',
  'type',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** With these, fields the schema does not list are none the hub does not know; an embedded resource always has its `apiVersion`. */
const KEEPING = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource', 'additionalProperties'];

/** Formats of numbers are not checked (apiextensions-apiserver, `validation/formats.go`: strings only). */
const UNCHECKED_FORMATS: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'password']);

/**
 * What a CRD's `openAPIV3Schema` demands of the objects people write. Keywords this program does not know are named where they stand
 * (`SchemaNode.unjudged`).
 */
export function schemaOfCrd(given: unknown): SchemaNode {
  const schema = isObject(given) ? given : {};
  // The server decodes the metadata itself, by its own type; a CRD can only narrow the name.
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

/** Only which fields there are. */
function bare(schema: unknown): SchemaNode {
  return childrenOf(schema, bare);
}

function childrenOf(schema: unknown, read: (child: unknown) => SchemaNode): SchemaNode {
  const node: Mutable<SchemaNode> = {};
  if (!isObject(schema)) return node;
  if (isObject(schema['properties'])) node.properties = fieldsOf(schema['properties'], read);
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

/** Everything a schema demands of the value itself, its children aside. */
function constraints(schema: JsonObject): SchemaNode {
  const node: Record<string, unknown> = {};
  const anything = schema['x-kubernetes-preserve-unknown-fields'] === true && schema['type'] === undefined;
  if (!anything) node['type'] = schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : schema['type'];
  if (schema['nullable'] === true) node['nullable'] = true;
  const required = listAt(schema, 'required');
  if (required.length > 0) node['required'] = required;
  const cut = cutBounds(schema);
  for (const keyword of COPIED) if (schema[keyword] !== undefined && !cut.includes(keyword)) node[keyword] = schema[keyword];
  const distinct = distinctOf(schema);
  if (distinct !== undefined) node['distinct'] = distinct;
  const rules = listAt(schema, 'x-kubernetes-validations').filter((rule) => !readsMissingOldValue(rule));
  if (rules.length > 0) node['rules'] = rules.map(ruleOf);
  const unjudged = unjudgedIn(schema);
  if (unjudged.length > 0) node['unjudged'] = unjudged;
  return node;
}

/** The server cuts a fractional bound of an integer to a whole one before it compares (kube-openapi, `pkg/validation/validate`). */
function cutBounds(schema: JsonObject): readonly string[] {
  const isWhole = schema['type'] === 'integer' || schema['x-kubernetes-int-or-string'] === true;
  return isWhole ? ['minimum', 'maximum'].filter((keyword) => schema[keyword] !== undefined && !Number.isInteger(schema[keyword])) : [];
}

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

/** `optionalOldSelf`: such a rule also runs without an old value. */
function readsMissingOldValue(rule: unknown): boolean {
  return isObject(rule) && rule['optionalOldSelf'] === true;
}

function unjudgedIn(schema: JsonObject): readonly string[] {
  const unknown = [...Object.keys(schema).filter((keyword) => !isTaken(keyword, schema)), ...cutBounds(schema)];
  if (typeof schema['pattern'] === 'string' && goPattern(schema['pattern']) === undefined) unknown.push('pattern');
  if (listAt(schema, 'x-kubernetes-validations').some(readsMissingOldValue)) unknown.push('optionalOldSelf');
  return unknown.map((keyword) => `\`${keyword}\``);
}

function isTaken(keyword: string, schema: JsonObject): boolean {
  const value = schema[keyword];
  if (TAKEN.has(keyword) || value === undefined || value === null || value === false) return true;
  if (keyword === 'format') return typeof value === 'string' && UNCHECKED_FORMATS.has(value);
  return keyword === 'anyOf' && schema['x-kubernetes-int-or-string'] === true && isIntOrString(value);
}

function isIntOrString(anyOf: unknown): boolean {
  const types = Array.isArray(anyOf) ? anyOf.map((entry: unknown) => JSON.stringify(entry)) : [];
  return types.toSorted().join(' ') === '{"type":"integer"} {"type":"string"}';
}
