import { isMet, type Line } from './line.ts';
import type { Bound } from './row.ts';
import type { Spread } from './spread.ts';

export const HEADINGS = ['what', 'ours', 'peer', 'ratio', 'bound', 'met'] as const;

/** The cells of a line, in the order of the headings; a cell without a value is empty. */
export function cellsOf(line: Line): readonly string[] {
  const { what, figure, unit, skipped, ours, peer, ratio, growth, bound } = line;
  const name = `${what}: ${figure}`;
  const limit = bound === undefined ? '' : boundText(bound, unit);
  if (skipped !== undefined) return [name, `skipped: ${skipped}`, '', '', limit, ''];
  const compared = ratio === undefined ? '' : `×${spreadText(ratio)}`;
  const grown = growth === undefined ? '' : `n^${growth.exponent.toFixed(2)} (${count(growth.from)} to ${count(growth.to)})`;
  return [
    name,
    ours === undefined ? '' : `${number(ours.median)} ${unit}`,
    peer === undefined ? '' : `${number(peer.spread.median)} ${unit}, ${peer.name}`,
    compared || grown,
    limit,
    metText(isMet(line)),
  ];
}

/** For a terminal. Columns have a fixed width, because lines are printed as they are measured. */
export function rowText(cells: readonly string[]): string {
  return cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join('  ')
    .trimEnd();
}

const WIDTHS = [84, 14, 26, 26, 12, 3];

function metText(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? 'yes' : 'NO';
}

export function boundText({ of, most }: Bound, unit: string): string {
  if (of === 'ratio') return `≤ ×${most}`;
  return of === 'growth' ? `≤ n^${most}` : `≤ ${most} ${unit}`;
}

/** The median, and the quartiles in brackets. */
function spreadText({ low, median, high }: Spread): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** With at least three digits. */
function number(value: number): string {
  return value >= 100 ? count(Math.round(value)) : value.toPrecision(3);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
