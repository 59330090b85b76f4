const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Go prints no longer one: its durations end after 292 years. */
const GO_CHARACTERS = 30;

/** Milliseconds of a duration as Go prints it (`1h30m0s`, `15s`); `undefined` for what is none. */
export function goDuration(text: string | undefined): number | undefined {
  if (text === undefined || text.length > GO_CHARACTERS) return undefined;
  const parts = [...text.matchAll(/([0-9.]+)(ms|h|m|s)/gy)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
}
