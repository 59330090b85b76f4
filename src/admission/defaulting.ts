import { childNode, childNodes, type SchemaNode } from './contracts/schema-node.ts';

/**
 * A copy of the value without each `null` the schema does not allow; where there is a default, that comes in its place later. No field of
 * KubeFleet is nullable, but a `null` in a list stays (apiextensions-apiserver, `schema/defaulting/prunenulls.go`).
 */
export function withoutNulls(value: unknown, schema: SchemaNode | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry, at) => withoutNulls(entry, childNode(schema, at)));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const child = value[key];
    const childSchema = childNode(schema, key);
    if (child === null && childSchema !== undefined && childSchema.nullable !== true) continue;
    const copy = typeof child === 'object' ? withoutNulls(child, childSchema) : child;
    // Anything else can be assigned.
    if (key === '__proto__') Object.defineProperty(kept, key, { value: copy, configurable: true, enumerable: true, writable: true });
    else kept[key] = copy;
  }
  return kept;
}

/** Writes the CRD's defaults into an object, in place (the same package, `algorithm.go`). */
export function applyDefaults(value: unknown, schema: SchemaNode | undefined): void {
  if (schema === undefined || typeof value !== 'object' || value === null || !hasDefaults(schema)) return;
  if (Array.isArray(value)) {
    const items = childNode(schema, 0);
    for (const entry of value) applyDefaults(entry, items);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const [name, { default: preset, nullable }] of presetsOf(schema)) {
    if (fields[name] === undefined || (fields[name] === null && nullable !== true))
      fields[name] = typeof preset === 'object' ? structuredClone(preset) : preset;
  }
  for (const key of Object.keys(fields)) applyDefaults(fields[key], childNode(schema, key));
}

/** Whether a default stands at or below the node. */
function hasDefaults(node: SchemaNode): boolean {
  const before = defaulted.get(node);
  if (before !== undefined) return before;
  const found = childNodes(node).some((child) => child.default !== undefined || hasDefaults(child));
  defaulted.set(node, found);
  return found;
}

const defaulted = new WeakMap<SchemaNode, boolean>();

function presetsOf(node: SchemaNode): readonly (readonly [string, SchemaNode])[] {
  const before = presets.get(node);
  if (before !== undefined) return before;
  const found = Object.entries(node.properties ?? {}).filter(([, child]) => child.default !== undefined);
  presets.set(node, found);
  return found;
}

const presets = new WeakMap<SchemaNode, readonly (readonly [string, SchemaNode])[]>();

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
