import { instantsOf, wallTimeAt } from './time-zone.ts';

/**
 * A schedule of five fields: minute, hour, day of the month, month, day of the week, as in crontab(5) and in a CronJob. Lists, ranges,
 * steps, and names of months and days are allowed.
 */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** The field begins with `*`: if neither is so, a day matches that matches one of both, as in crontab(5). */
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
  /** It begins with `*`: the hour that a clock shows twice is then meant twice. */
  readonly anyHour: boolean;
}

/** `undefined` if the text is not a schedule. */
export function parseCron(text: string): Cron | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) => parseField(fields[index] ?? '', field));
  if (minutes === undefined || hours === undefined || days === undefined || months === undefined || weekdays === undefined)
    return undefined;
  const isAny = (index: number): boolean => fields[index]?.startsWith('*') === true;
  return {
    minutes: [...minutes].toSorted((a, b) => a - b),
    hours: [...hours].toSorted((a, b) => a - b),
    days,
    months,
    weekdays: new Set([...weekdays].map((day) => day % 7)),
    anyDay: isAny(2),
    anyWeekday: isAny(4),
    anyHour: isAny(1),
  };
}

/**
 * The times of a schedule on the clock of a zone, in order, after an instant and at most until another (milliseconds since the epoch). A
 * time that the clock skips is moved on by the skipped time. A time that it shows twice is meant once, at the first, unless the hour is
 * `*`.
 */
export function* cronTimes(
  cron: Cron,
  zone: string,
  { after, until }: { readonly after: number; readonly until: number },
): Generator<number> {
  const today = wallTimeAt(after, zone);
  const last = wallTimeAt(until, zone);
  let before = after;
  // A day earlier: a skipped time of the day before may be moved to this day.
  for (let day = startOfDay(today) - DAY; day <= last; day += DAY) {
    for (const time of timesOfDay(cron, zone, day)) {
      if (time > until) return;
      if (time <= before) continue;
      before = time;
      yield time;
    }
  }
}

const DAY = 24 * 60 * 60_000;

function startOfDay(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}

function timesOfDay(cron: Cron, zone: string, day: number): readonly number[] {
  const date = new Date(day);
  if (!cron.months.has(date.getUTCMonth() + 1) || !isOnDay(cron, date)) return [];
  // On most days the clock does not change, so one check is enough.
  const [offset, after] = [day - DAY, day + 2 * DAY].map((instant) => wallTimeAt(instant, zone) - instant);
  const times = cron.hours.flatMap((hour) =>
    cron.minutes.flatMap((minute) => {
      const wall = day + (hour * 60 + minute) * 60_000;
      const instants = offset !== undefined && offset === after ? [wall - offset] : instantsOf(wall, zone);
      return cron.anyHour ? instants : instants.slice(0, 1);
    }),
  );
  return [...new Set(times)].toSorted((a, b) => a - b);
}

function isOnDay({ days, weekdays, anyDay, anyWeekday }: Cron, date: Date): boolean {
  const [inMonth, inWeek] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
  return anyDay || anyWeekday ? inMonth && inWeek : inMonth || inWeek;
}

interface FieldRange {
  readonly least: number;
  readonly most: number;
  /** Names for the numbers from `least` on. */
  readonly names?: readonly string[];
}

const FIELDS: readonly FieldRange[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
  // 7 is Sunday too.
  { least: 0, most: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

function parseField(text: string, field: FieldRange): ReadonlySet<number> | undefined {
  const parts = text.split(',').map((part) => parsePart(part, field));
  return parts.some((part) => part === undefined) ? undefined : new Set(parts.flatMap((part) => part ?? []));
}

/** `*`, `5`, `1-5`, each with a step such as `/2`; `5/2` goes to the end. */
function parsePart(text: string, field: FieldRange): readonly number[] | undefined {
  const match = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, from, to, step] = match;
  const first = from === undefined ? field.least : numberIn(from, field);
  const end = field.most === 7 && from === undefined ? 6 : field.most;
  const last = to === undefined ? (from === undefined || step !== undefined ? end : first) : numberIn(to, field);
  const by = Number(step ?? 1);
  if (first === undefined || last === undefined || last < first || by < 1) return undefined;
  return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
}

function numberIn(text: string, { least, most, names = [] }: FieldRange): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  const number = named >= 0 ? least + named : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
