import { field, isObject } from '../../../fleet/json/json.ts';

/** A copy of a value with another value at a path, of names of fields and positions in lists. */
export function withValue(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) return target.map((item: unknown, index) => (String(index) === key ? withValue(item, rest, value) : item));
  return { ...(isObject(target) ? target : {}), [key]: withValue(field(target, key), rest, value) };
}
