/** Local times of IANA time zones, with the data of the runtime (`Intl`). */

/** A time on the clock of some zone, as `Date.UTC` counts it: it is not an instant. */
export type WallTime = number;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Whether the runtime knows the zone, by its IANA name such as `Europe/Berlin`. An offset such as `+02:00` is not a name. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return clockOf(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The clock of the zone at an instant (milliseconds since the epoch). */
export function wallTimeAt(instant: number, zone: string): WallTime {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const at = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/**
 * The instants at which the clock of the zone shows this time, in order: two if the clock is set back over it. If the clock is set forward
 * over it, the clock never shows it. The instant is then that of the time before the change, counted on, as `Temporal` does by default.
 */
export function instantsOf(wall: WallTime, zone: string): readonly number[] {
  const offsets = [wall - DAY, wall + DAY].map((around) => wallTimeAt(around, zone) - around);
  const shown = [...new Set(offsets.map((offset) => wall - offset))].filter((instant) => wallTimeAt(instant, zone) === wall);
  const [before = 0] = offsets;
  return shown.length === 0 ? [wall - before] : shown.toSorted((a, b) => a - b);
}

/** `2026-12-20T00:00` or `2026-12-20T00:00:00`, without an offset, as a time on a clock; `undefined` for other texts and for other days. */
export function parseWallTime(text: string): WallTime | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(wall).toISOString().startsWith(text.length === 16 ? `${text}:00` : text) ? wall : undefined;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}
