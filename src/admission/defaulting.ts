import { oncePer } from '../fleet/memo/once-per.ts';
import { ownCopy } from '../fleet/json/own-copy.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import { childNode, childNodes, type SchemaNode } from './contracts/schema-node.ts';
import { isObject } from '../fleet/json/json.ts';

/**
 * A copy of the value without the `null`s that the schema does not allow. A `null` with a default stays; the default replaces it later. No
 * KubeFleet field is nullable, but a `null` in a list stays (apiextensions-apiserver, `schema/defaulting/prunenulls.go`).
 */
export function withoutNulls(value: unknown, schema: SchemaNode | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry, at) => withoutNulls(entry, childNode(schema, at)));
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = value[key];
    const childSchema = childNode(schema, key);
    if (child === null && childSchema !== undefined && childSchema.nullable !== true && childSchema.default === undefined) continue;
    const copy = typeof child === 'object' ? withoutNulls(child, childSchema) : child;
    setOwn(kept, key, copy);
  }
  return kept;
}

/** Writes the CRD's defaults into an object, in place (the same package, `algorithm.go`). */
export function applyDefaults(value: unknown, schema: SchemaNode | undefined): void {
  if (schema === undefined || typeof value !== 'object' || value === null || !hasDefaults(schema)) return;
  if (Array.isArray(value)) {
    const items = childNode(schema, 0);
    for (const at of value.keys()) applyDefaultsAt(value, at, items);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, preset] of presetsOf(schema)) if (fields[name] === undefined) fields[name] = ownCopy(preset);
  for (const key of Object.keys(fields)) applyDefaultsAt(fields, key, childNode(schema, key));
}

function applyDefaultsAt(parent: Record<string | number, unknown> | unknown[], key: string | number, schema: SchemaNode | undefined): void {
  const fields = parent as Record<string | number, unknown>;
  if (fields[key] === null && schema?.default !== undefined && schema.nullable !== true) fields[key] = ownCopy(schema.default);
  applyDefaults(fields[key], schema);
}

/** Whether the node or a node below it has a default. */
const hasDefaults: (node: SchemaNode) => boolean = oncePer((node) =>
  childNodes(node).some((child) => child.default !== undefined || hasDefaults(child)),
);

const presetsOf = oncePer((node: SchemaNode): readonly (readonly [string, unknown])[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, { default: preset }]) => (preset === undefined ? [] : [[name, preset] as const])),
);
