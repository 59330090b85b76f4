/**
 * The limits between which the API server reads a whole JSON number as an int64. It reads numbers beyond them as floats, which are not
 * integers.
 */

/** The last double that is an int64. It also replaces the few larger int64, because the next double is 2^63. */
export const LAST_INT64 = 2 ** 63 - 1024;
export const FIRST_INT64 = -(2 ** 63);
/** The first double below all int64. */
export const BELOW_INT64 = FIRST_INT64 - 2048;

/** Whether the API server reads a number as an int64. */
export function isInt64(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= FIRST_INT64 && value <= LAST_INT64;
}

/** The number after Go reads it as a float and writes it in its shortest digits. `9223372036854776000` is not an int64 any more. */
export function throughFloat(value: number): number {
  if (value === LAST_INT64) return 2 ** 63;
  return value === FIRST_INT64 ? BELOW_INT64 : value;
}
