/** The limits between which the API server takes a whole number of JSON for an int64. Beyond them it has a float, which is no integer to it. */

/** The last double that is an int64; for the few numbers above it, too, as the double next to those is 2^63. */
export const LAST_INT64 = 2 ** 63 - 1024;
export const FIRST_INT64 = -(2 ** 63);
/** The first double below all int64. */
export const BELOW_INT64 = FIRST_INT64 - 2048;

/** Whether the API server has a number as an int64. */
export function isInt64(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= FIRST_INT64 && value <= LAST_INT64;
}

/** What becomes of a number that Go reads as a float and writes in its shortest digits: `9223372036854776000` is no int64 any more. */
export function throughFloat(value: number): number {
  if (value === LAST_INT64) return 2 ** 63;
  return value === FIRST_INT64 ? BELOW_INT64 : value;
}
