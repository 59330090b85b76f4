/** Matches RFC 3339 times within a text, to replace them. */
export const RFC3339_TIMES = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;

const RFC3339 = new RegExp(`^${RFC3339_TIMES.source}$`);

/** Milliseconds since the epoch of an RFC 3339 time; NaN for any other text. `Date.parse` accepts many other texts (`octo#3`). */
export function timeOf(text: string): number {
  return RFC3339.test(text) ? Date.parse(text) : Number.NaN;
}

/**
 * The time as Kubernetes writes it: in UTC, in whole seconds.
 * @param ms since the epoch
 */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
