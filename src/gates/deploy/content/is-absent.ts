import { isObject } from '../../../fleet/json/json.ts';

/** Null, and empty maps and lists: what an API server stores of them depends on the field. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isAbsent);
}
