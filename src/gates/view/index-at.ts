import { stringAt } from '../../fleet/json/json.ts';

/** An index of a snapshot as statuses and specs write it: digits in a string; `undefined` where none are there. */
export function indexAt(value: unknown, ...path: readonly string[]): number | undefined {
  const index = Number.parseInt(stringAt(value, ...path) ?? '', 10);
  return Number.isNaN(index) ? undefined : index;
}
