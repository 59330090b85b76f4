import type { Report } from '../../../src/report.ts';

/** The place of a text in a report: the keys that lead to it. */
export type Place = readonly (string | number)[];

/** Fields with words that the types define. All other texts of a report come from manifests, hubs, command lines or GitHub. */
export const FIXED: ReadonlySet<string> = new Set([
  'schema',
  'tool',
  'command',
  'outcome',
  'effect',
  'severity',
  'target',
  'schemas',
  'policy',
  'scheduled',
  'verdict',
  'freshness',
  'failOn',
  'render',
  'missing',
  // A field of an approval.
  'when',
  'result',
  // Of a rollback.
  'by',
  // Of a forecast.
  'of',
  // A field of an object that `watch` reports.
  'change',
  // A field of a change to an object.
  'what',
]);

/** Every place of a report that can hold a text from outside. */
export function placesOf(report: Report): readonly Place[] {
  return placesIn(report, []);
}

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value === 'string') return isFixed(at) ? [] : [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => placesIn(entry, [...at, Array.isArray(value) ? Number(key) : key]));
}

/**
 * Most fields of one name have the same meaning, but not these: `command` of the report is fixed, those of `rendered` are not. The same
 * holds for the kind of a removal and of an object, for the state of a finding and of a link, and for the id of a reason of `ready` and of
 * a rule.
 */
function isFixed(at: Place): boolean {
  const key = at.at(-1);
  if (at[0] === 'tool') return true;
  if (key === 'command') return at.length === 1;
  if (key === 'id') return at[0] === 'ready';
  if (key === 'why' && at.includes('idleOverrides')) return true;
  if (key === 'state') return !at.includes('chain');
  if (key === 'kind') return at[0] === 'removals' && at.length === 3;
  return FIXED.has(String(key)) || at[1] === 'severities';
}

/** The report with another text at the place. */
export function withText(report: Report, place: Place, text: string): Report {
  return changed(report, place, text) as Report;
}

function changed(value: unknown, [key, ...rest]: Place, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((entry: unknown, index) => (index === key ? changed(entry, rest, text) : entry));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: changed(record[key], rest, text) };
}

/** The place in the type, without list indices: `lint.findings[].message`. */
export function nameOfPlace(place: Place): string {
  return place
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .slice(1);
}
