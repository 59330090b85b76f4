import { describe, expect, it } from 'vitest';
import { JudgingPace } from '../../../src/gates/loop/judging-pace.ts';

/** A pace after its first look, which ended at 0. */
function begun(): JudgingPace {
  const pace = new JudgingPace();
  pace.took(20_000, 0);
  return pace;
}

describe('the pace of the checks', () => {
  it('does not pause before or after the first check, however long it took', () => {
    expect(new JudgingPace().rest(0)).toBe(0);
    expect(begun().rest(0)).toBe(0);
  });

  it('gathers changes for 100 ms', () => {
    expect(begun().together(0)).toBe(100);
  });

  it('allows several checks in a row, and then uses a twentieth of the time', () => {
    const pace = begun();
    let now = 0;
    const rests: number[] = [];
    for (let look = 0; look < 8; look++) {
      now += 100;
      pace.took(100, now);
      rests.push(pace.rest(now));
      expect(pace.together(now)).toBe(Math.max(100, pace.rest(now)));
      now += pace.rest(now);
    }
    expect(rests).toEqual([0, 0, 0, 0, 0, 1500, 1900, 1900]);
  });

  it('delays a change by at most 15 s, however long a check took', () => {
    const pace = begun();
    pace.took(60_000, 60_000);
    expect(pace.rest(60_000)).toBe(15_000);
    expect(pace.rest(70_000)).toBe(5000);
    expect(pace.rest(75_000)).toBe(0);
  });

  it('repeats a check after nineteen times its duration, and after ten seconds if it was short', () => {
    const pace = begun();
    pace.took(4000, 30_000);
    expect(pace.recheck).toBe(76_000);
    pace.took(100, 120_000);
    expect(pace.recheck).toBe(10_000);
  });
});
