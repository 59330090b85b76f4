import { childNode, schemaNode, type SchemaNode } from './contracts/contract.ts';

/**
 * Replaces or drops each `null` the schema does not allow, in place: by the default where there is one. No field of KubeFleet is nullable,
 * but a `null` in a list stays (apiextensions-apiserver, `schema/defaulting`: prunenulls.go).
 */
export function dropNulls(value: unknown, schema: SchemaNode | undefined): void {
  for (const [key, child] of entries(value)) {
    const childSchema = childNode(schema, key);
    if (child === null && childSchema !== undefined && !Array.isArray(value)) {
      if (childSchema.default === undefined) delete (value as Record<string, unknown>)[key];
      continue;
    }
    dropNulls(child, childSchema);
  }
}

/** Writes the CRD's defaults into an object, in place (the same package: algorithm.go). */
export function applyDefaults(value: unknown, schema: SchemaNode | undefined): void {
  if (isRecord(value)) {
    for (const [name, at] of Object.entries(schema?.properties ?? {})) {
      const preset = schemaNode(at).default;
      if (preset !== undefined && (value[name] === undefined || value[name] === null)) value[name] = structuredClone(preset);
    }
  }
  for (const [key, child] of entries(value)) applyDefaults(child, childNode(schema, key));
}

function entries(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((entry: unknown, at) => [at, entry] as const);
  return isRecord(value) ? Object.entries(value) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
