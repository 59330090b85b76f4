import { stringAt } from '../../fleet/json/json.ts';

/** A snapshot index from a status or spec: digits in a string; `undefined` if it is missing. */
export function indexAt(value: unknown, ...path: readonly string[]): number | undefined {
  const index = Number.parseInt(stringAt(value, ...path) ?? '', 10);
  return Number.isNaN(index) ? undefined : index;
}
