/** Milliseconds of an RFC 3339 time in UTC; of anything else none, though the parser of the language makes a day in October of `octo#3`. */
export function timeOf(at: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(at) ? Date.parse(at) : Number.NaN;
}
