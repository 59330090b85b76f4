import { expect, it } from 'vitest';
import { JudgingPace } from '../../src/gates/loop/judging-pace.ts';

it('rests nineteen times as long as a judgement took, and no longer than the next event may wait', () => {
  const pace = new JudgingPace();
  const after = (cost: number): readonly number[] => {
    pace.took(cost);
    return [pace.least, pace.together, pace.recheck];
  };
  expect(after(0)).toEqual([0, 100, 10_000]);
  expect(after(5)).toEqual([0, 100, 10_000]);
  expect(after(100)).toEqual([1900, 1900, 10_000]);
  expect(after(4000)).toEqual([15_000, 15_000, 76_000]);
});
