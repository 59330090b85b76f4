const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The format that `parseDuration` accepts, for schemas and messages. */
export const DURATION_PATTERN = '^(0|(\\d+(\\.\\d+)?(ms|s|m|h))+)$';

/** A hundred years. A longer wait is not realistic, and a date plus this duration is still a valid date. */
const LONGEST = 100 * 365 * 24 * 3_600_000;

const DURATION = new RegExp(DURATION_PATTERN);

/** Milliseconds of `30s`, `15m`, `1h30m`, `500ms` or `0`, at most a hundred years; `undefined` for other text. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  const total = text
    .matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gy)
    .reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
  return Math.min(Math.round(total), LONGEST);
}

/** The shortest text that `parseDuration` accepts: `90s`, `5m`, `200ms`. From one second on, in whole seconds. */
export function durationText(ms: number): string {
  if (ms > 0 && ms < 1000) return `${Math.ceil(ms)}ms`;
  return ms > 0 && ms % 60_000 === 0 ? `${ms / 60_000}m` : `${Math.round(ms / 1000)}s`;
}

/** The duration for a reader: `45 s`, `12 min`, `5 h`, `3 days`. Rounded down; a unit is used from two of it on. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`;
}

/** Whether the text is a calendar day in the form YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
