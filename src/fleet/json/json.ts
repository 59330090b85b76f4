/**
 * Reads untrusted JSON. Each accessor returns `undefined` if the value is missing or of another type, and never throws. For an
 * `Unchecked<V1Pod>` they accept only paths that a Pod has.
 */
import type { Path, PathIn, UncheckedAt, UncheckedItem } from './unchecked.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field<Value, const P extends Path>(value: Value, ...path: PathIn<Value, P>): unknown {
  return valueAt(value, path);
}

/**
 * This is the most frequent call. The path is passed on as it is and read by index, because an iterator would create an object for each
 * key.
 */
function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (let index = 0; index < path.length; index += 1) {
    const key = path[index] ?? '';
    if (typeof at !== 'object' || at === null) return undefined;
    const found = (at as Record<string | number, unknown>)[key];
    // Most fields that are looked for are missing. A field that is there may be an inherited one.
    if (found === undefined || !Object.hasOwn(at, key)) return undefined;
    at = found;
  }
  return at;
}

/** A time is a text in JSON, and a `Date` in the types of client libraries. */
export function stringAt<Value, const P extends Path>(value: Value, ...path: PathIn<Value, P, string | Date>): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt<Value, const P extends Path>(value: Value, ...path: PathIn<Value, P, number>): number | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function objectAt<Value, const P extends Path>(
  value: Value,
  ...path: PathIn<Value, P, object>
): (JsonObject & UncheckedAt<Value, P>) | undefined {
  const found = valueAt(value, path);
  return isObject(found) ? (found as JsonObject & UncheckedAt<Value, P>) : undefined;
}

/** The list at the path; empty if it is missing or has another type. */
export function listAt<Value, const P extends Path>(
  value: Value,
  ...path: PathIn<Value, P, readonly unknown[]>
): readonly UncheckedItem<Value, P>[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : NOTHING;
}

const NOTHING: readonly never[] = [];

/** The value of a JSON text; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
