import { goDuration } from '../../../fleet/kubernetes/go-duration.ts';
import type { NameFault } from '../../name-format.ts';

/**
 * What is wrong with the schedule of a CronJob, by the rules of the parser that API servers use. Source: `parser.go` of
 * `github.com/robfig/cron/v3`, ParseStandard, and validateScheduleFormat of Kubernetes.
 */
export function scheduleFault(schedule: string): NameFault | undefined {
  if (schedule.includes('TZ')) return { says: 'a schedule does not contain a time zone', hint: 'Write the time zone in `timeZone`.' };
  if (schedule.startsWith('@'))
    return WORDS.includes(schedule) || (schedule.startsWith(EVERY) && typeof goDuration(schedule.slice(EVERY.length)) === 'bigint')
      ? undefined
      : { says: 'it is not a known schedule word', hint: `Write \`${WORDS.join('`, `')}\` or an interval such as \`@every 1h30m\`.` };
  const fields = schedule.split(SPACES).filter((text) => text !== '');
  if (fields.length !== FIELDS.length)
    return { says: `it has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}, not 5`, hint: FIVE };
  for (const [index, text] of fields.entries()) {
    const field = FIELDS[index];
    if (field === undefined) continue;
    for (const range of text.split(',')) {
      const says = range === '' ? undefined : rangeFault(range, field);
      if (says !== undefined) return { says, hint: field.hint ?? `Write ${field.name}s from ${field.least} to ${field.most}.` };
    }
  }
  return undefined;
}

const FIVE = 'Write minute, hour, day of the month, month and day of the week, such as `30 4 * * 1-5`.';
const WORDS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const EVERY = '@every ';
/** The white space at which Go splits fields. */
const SPACES = /[\t\n\v\f\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names for the numbers, from `least` upwards. */
  readonly words: readonly string[];
  readonly hint?: string;
}

const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, words: [] },
  { name: 'hour', least: 0, most: 23, words: [] },
  { name: 'day', least: 1, most: 31, words: [] },
  { name: 'month', least: 1, most: 12, words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
  {
    name: 'day of the week',
    least: 0,
    most: 6,
    words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    hint: 'Write days of the week from 0, which is Sunday, to 6, or as `sun` to `sat`.',
  },
];

function rangeFault(range: string, { name, least, most, words }: Field): string | undefined {
  const shown = JSON.stringify(range);
  const [ends = '', step, ...moreSteps] = range.split('/');
  const [first = '', last, ...moreEnds] = ends.split('-');
  const isAny = first === '*' || first === '?';
  if (moreSteps.length > 0 || (!isAny && moreEnds.length > 0)) return `${shown} is not a range of ${name}`;
  const start = isAny ? least : numberOf(first, least, words);
  const only = step === undefined ? start : most;
  const end = isAny ? most : last === undefined ? only : numberOf(last, least, words);
  if (start === undefined || end === undefined) return `${shown} is not a valid ${name}`;
  if (start < least || end > most || start > end) return `the ${name}s ${shown} do not go from ${least} to ${most}`;
  const every = step === undefined ? 1 : wholeNumber(step);
  return every === undefined || every <= 0 ? `${shown} has no step of 1 or more` : undefined;
}

function numberOf(text: string, least: number, words: readonly string[]): number | undefined {
  const word = words.indexOf(text.replaceAll('\u0130', 'i').toLowerCase());
  return word === -1 ? wholeNumber(text) : word + least;
}

function wholeNumber(text: string): number | undefined {
  return /^[-+]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 63 ? Number(text) : undefined;
}
