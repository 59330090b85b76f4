import { describe, expect, it } from 'vitest';
import { exponentOf } from '../../scripts/bench/growth.ts';
import { figureOf, inTurns } from '../../scripts/bench/interleave.ts';
import { isMet, measuredLine, skippedLine } from '../../scripts/bench/line.ts';
import type { Bound, Row } from '../../scripts/bench/row.ts';
import { ratiosOf, spreadOf } from '../../scripts/bench/spread.ts';
import { cellsOf } from '../../scripts/bench/table.ts';

const SIZES = [10, 100, 1000];

function row(bound: Bound): Row {
  const figures = { wall: { unit: 'ms', bound } };
  return { group: 'cold', what: 'lint', peer: 'node -e 0', figures, measure: () => Promise.reject(new Error('not asked')) };
}

describe('growth', () => {
  it.each([0, 1, 2])('finds the exponent %d', (power) => {
    expect(exponentOf(SIZES.map((size) => ({ size, value: 7 * size ** power })))).toBeCloseTo(power, 10);
  });

  it('is the slope of least squares if no power fits', () => {
    const points = [1, 3, 2].map((power, index) => ({ size: 10 ** index, value: 10 ** power }));
    expect(exponentOf(points)).toBeCloseTo(0.5, 10);
  });

  it('is not computed from one size', () => {
    expect(() => exponentOf([{ size: 10, value: 1 }])).toThrow('two sizes');
  });
});

describe('a spread', () => {
  it('is the median and the quartiles, in any order of the samples', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
  });

  it('is between two samples if none is in the middle', () => {
    expect(spreadOf([1, 2, 3, 4])).toEqual({ low: 1.75, median: 2.5, high: 3.25 });
  });

  it('is that of the ratios of pairs, not the ratio of medians', () => {
    expect(ratiosOf([2, 20, 9], [1, 10, 3])).toEqual({ low: 2, median: 2, high: 2.5 });
    expect(() => ratiosOf([1, 2], [1])).toThrow('2 samples of ours');
  });

  it('is not computed without a sample', () => {
    expect(() => spreadOf([])).toThrow('no sample');
  });
});

it('runs both in turns, after a first run of each that is not used', async () => {
  const order: string[] = [];
  const run = (name: string) => async (): Promise<number> => order.push(name);
  const turns = await inTurns(3, run('ours'), run('peer'));
  expect(order).toEqual(['ours', 'peer', 'ours', 'peer', 'peer', 'ours', 'ours', 'peer']);
  expect(figureOf(turns, (each) => each)).toEqual({ ours: [3, 6, 7], peer: [4, 5, 8] });
});

describe('a line of the table', () => {
  it('has both medians, the ratio with its quartiles, and that the bound is met', () => {
    const line = measuredLine(row({ of: 'ratio', most: 2 }), 'wall', { ours: [10, 20, 30], peer: [10, 10, 10] });
    expect(cellsOf(line)).toEqual(['lint: wall', '20.0 ms', '10.0 ms, node -e 0', '×2.00 (1.50–2.50)', '≤ ×2', 'yes']);
  });

  it('shows that a bound of our own figure is not met, for any ratio', () => {
    const line = measuredLine(row({ of: 'ours', most: 19 }), 'wall', { ours: [10, 20, 30], peer: [100, 100, 100] });
    expect(cellsOf(line).slice(-2)).toEqual(['≤ 19 ms', 'NO']);
  });

  it('shows how the figure grows, and its value at the largest size', () => {
    const line = measuredLine(row({ of: 'growth', most: 1.1 }), 'wall', { points: SIZES.map((size) => ({ size, value: size ** 2 })) });
    expect(cellsOf(line)).toEqual(['lint: wall', '1,000,000 ms', '', 'n^2.00 (10 to 1,000)', '≤ n^1.1', 'NO']);
  });

  it('names what was skipped, and does not show its bound as met', () => {
    const line = skippedLine(row({ of: 'ratio', most: 2 }), 'wall', 'needs Go');
    expect(cellsOf(line)).toEqual(['lint: wall', 'skipped: needs Go', '', '', '≤ ×2', '']);
    expect(isMet(line)).toBeUndefined();
  });

  it('is refused for a figure that the row does not name', () => {
    expect(() => measuredLine(row({ of: 'ratio', most: 2 }), 'CPU', { ours: [1] })).toThrow('does not name');
  });
});
