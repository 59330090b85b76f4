/** Reading of untrusted JSON: each accessor answers `undefined` where the value is missing or of another type, and never throws. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = field(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = field(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function objectAt(value: unknown, ...path: readonly (string | number)[]): JsonObject | undefined {
  const found = field(value, ...path);
  return isObject(found) ? found : undefined;
}

/** The list at the path; a missing or mistyped one reads as empty. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : NOTHING;
}

const NOTHING: readonly unknown[] = [];

/** The value of a JSON text; `undefined` where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
