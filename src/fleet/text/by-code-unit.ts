/** The order of texts by their UTF-16 units, as `sort()` has it: for a stable order that no locale changes. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
