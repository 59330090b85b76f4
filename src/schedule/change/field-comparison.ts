import { isDeepStrictEqual } from 'node:util';
import { field, isObject } from '../../fleet/json/json.ts';
import { compareQuantities, parseQuantity } from '../../fleet/kubernetes/quantity.ts';

/** Whether two values are not the same to an API server: empty ones are as good as none. */
export function differs(before: unknown, after: unknown): boolean {
  return !isDeepStrictEqual(withoutEmpty(before), withoutEmpty(after));
}

/** Whether two values say different things about what both of them state; quantities may be spelled in many ways. */
export function contradicts(before: unknown, after: unknown): boolean {
  if (before === undefined || after === undefined || before === null || after === null || before === after) return false;
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length !== after.length || before.some((entry, index) => contradicts(entry, after[index]));
  }
  if (isObject(before) && isObject(after)) return Object.keys(before).some((key) => contradicts(before[key], field(after, key)));
  return !isSameQuantity(before, after);
}

function withoutEmpty(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => typeof entry === 'string' || withoutEmpty(entry) !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isSameQuantity(before: unknown, after: unknown): boolean {
  const [a, b] = [before, after].map((value) =>
    typeof value === 'string' || typeof value === 'number' ? parseQuantity(value) : undefined,
  );
  return a !== undefined && b !== undefined && compareQuantities(a, b) === 0;
}
