import { exponentOf } from './growth.ts';
import type { Bound, Claim, Measured, Row } from './row.ts';
import { ratiosOf, spreadOf, type Spread } from './spread.ts';

/** One line of the table, as the results store it. */
export interface Line {
  readonly group: string;
  readonly what: string;
  readonly figure: string;
  readonly unit: string;
  readonly bound?: Bound;
  /** Why it was not measured; the fields below are then absent. */
  readonly skipped?: string;
  readonly ours?: Spread;
  readonly peer?: { readonly name: string; readonly spread: Spread };
  readonly ratio?: Spread;
  /** The exponent, and the sizes over which it was fitted; `ours` is that of the largest. */
  readonly growth?: { readonly exponent: number; readonly from: number; readonly to: number };
}

export function measuredLine(row: Row, figure: string, measured: Measured): Line {
  const line = headOf(row, figure);
  if ('points' in measured) {
    const [first, last] = [measured.points[0], measured.points.at(-1)];
    if (first === undefined || last === undefined) throw new Error(`${row.what}: no size was measured`);
    const growth = { exponent: exponentOf(measured.points), from: first.size, to: last.size };
    return { ...line, ours: spreadOf([last.value]), growth };
  }
  const { ours, peer } = measured;
  if (peer === undefined) return { ...line, ours: spreadOf(ours) };
  return { ...line, ours: spreadOf(ours), peer: { name: row.peer ?? '', spread: spreadOf(peer) }, ratio: ratiosOf(ours, peer) };
}

export function skippedLine(row: Row, figure: string, why: string): Line {
  return { ...headOf(row, figure), skipped: why };
}

/** Whether the bound is met; `undefined` if there is no bound, or no measurement. */
export function isMet({ bound, ours, ratio, growth }: Line): boolean | undefined {
  if (bound === undefined) return undefined;
  const medians = { ours: ours?.median, ratio: ratio?.median, growth: growth?.exponent };
  const median = medians[bound.of];
  return median === undefined ? undefined : median <= bound.most;
}

function headOf(row: Row, figure: string): Pick<Line, 'group' | 'what' | 'figure' | 'unit' | 'bound'> {
  const claim: Claim | undefined = row.figures[figure];
  if (claim === undefined) throw new Error(`${row.what} measures ${figure}, which it does not name`);
  return { group: row.group, what: row.what, figure, ...claim };
}
