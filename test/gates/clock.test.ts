import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/gates/clock.ts';

describe('the real clock', () => {
  // Node's timers end beyond 2^31 ms at once, within a millisecond.
  it.each([2 ** 31, 600 * 3_600_000 * 24, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'sleeps for %d ms instead of returning at once',
    async (ms) => {
      const stop = new AbortController();
      const long = systemClock.sleep(ms, stop.signal).then(() => 'over');
      expect(await Promise.race([long, systemClock.sleep(30).then(() => 'asleep')])).toBe('asleep');
      stop.abort();
      expect(await long).toBe('over');
    },
  );

  it.each([0, -1, Number.NEGATIVE_INFINITY])('does not sleep for %d ms', async (ms) => {
    await systemClock.sleep(ms);
  });
});
