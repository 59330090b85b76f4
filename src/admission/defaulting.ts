import { childNode, schemaNode, type SchemaNode } from './contracts/contract.ts';

/**
 * A copy of the value without each `null` the schema does not allow; where there is a default, that comes in its place later. No field of
 * KubeFleet is nullable, but a `null` in a list stays (apiextensions-apiserver, `schema/defaulting/prunenulls.go`).
 */
export function withoutNulls(value: unknown, schema: SchemaNode | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry, at) => withoutNulls(entry, childNode(schema, at)));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    const childSchema = childNode(schema, key);
    if (child !== null || childSchema === undefined) kept[key] = withoutNulls(child, childSchema);
  }
  return kept;
}

/** Writes the CRD's defaults into an object, in place; all of them are scalars (the same package, `algorithm.go`). */
export function applyDefaults(value: unknown, schema: SchemaNode | undefined): void {
  if (isRecord(value)) {
    for (const [name, at] of Object.entries(schema?.properties ?? {})) {
      const preset = schemaNode(at).default;
      if (preset !== undefined && (value[name] === undefined || value[name] === null)) value[name] = preset;
    }
  }
  if (Array.isArray(value)) for (const [at, entry] of value.entries()) applyDefaults(entry, childNode(schema, at));
  else if (isRecord(value)) for (const [key, child] of Object.entries(value)) applyDefaults(child, childNode(schema, key));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
