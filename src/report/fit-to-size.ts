import type { Report } from '../report.ts';

/** How much of a value is kept: entries of each list, characters of each text. */
interface Size {
  readonly entries: number;
  readonly characters: number;
}

/** From the largest to the smallest. */
export const SIZES: readonly Size[] = [
  { entries: 5000, characters: 20_000 },
  { entries: 500, characters: 2000 },
  { entries: 50, characters: 500 },
  { entries: 5, characters: 200 },
];

/** The report, shortened until it fits one text. A note says so. Outcome and counts do not change. */
export function fitToSize(report: Report, size: Size): Report {
  const small = shortenValue(report, size) as Report;
  const note = `This report was shortened because it was too large: each list has at most ${size.entries} entries, and long texts are cut.`;
  return { ...small, notes: [...(small.notes ?? []), note] };
}

function shortenValue(value: unknown, size: Size): unknown {
  if (typeof value === 'string') return value.length > size.characters ? `${value.slice(0, size.characters).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.slice(0, size.entries).map((entry) => shortenValue(entry, size));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortenValue(entry, size)]));
}
