import { isDeepStrictEqual } from 'node:util';
import { field, isObject } from '../../fleet/json/json.ts';
import { compareQuantities, parseQuantity } from '../../fleet/kubernetes/quantity.ts';

/** Whether two values differ for an API server. An empty value equals a missing one. */
export function differs(before: unknown, after: unknown): boolean {
  return !isDeepStrictEqual(withoutEmpty(before), withoutEmpty(after));
}

/** Whether two values disagree on a field that both set. Quantities may be written in different ways. */
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
