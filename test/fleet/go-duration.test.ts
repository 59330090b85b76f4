import { expect, test } from 'vitest';
import { goDuration } from '../../src/fleet/kubernetes/go-duration.ts';

// The values are those that `time.ParseDuration` of Go returned.
test.each([
  ['0', 0n],
  ['1h30m', 5_400_000_000_000n],
  ['-1.5s', -1_500_000_000n],
  ['+.5ms', 500_000n],
  ['1.µs', 1000n],
  ['0.0000000001s', 0n],
  ['2562047h47m16.854775807s', 2n ** 63n - 1n],
  ['-9223372036854775808ns', -(2n ** 63n)],
  ['2562047h47m16.854775808s', 'tooLong'],
  ['9223372036854775808ns', 'tooLong'],
  ['99999999999999999999999999999999999999h', 'tooLong'],
  ['00000000000000000000000000000000000001h', 3_600_000_000_000n],
  ['', undefined],
  ['1', undefined],
  ['1d', undefined],
  ['.s', undefined],
  ['1h ', undefined],
  ['abc1h', undefined],
])('%j is %s', (text, duration) => {
  expect(goDuration(text)).toBe(duration);
});
