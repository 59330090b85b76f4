import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isUnwritable, UnwritableFile } from '../../../src/cli/process/unwritable-file.ts';

const closed = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' });

test.each<[string, unknown, boolean]>([
  ['what the system says', thrownBy(() => readFileSync('/none/such')), true],
  ['a stream that takes no more', closed, true],
  ['a file that must not be written', new UnwritableFile('it is a link'), true],
  ['a function that was called wrongly', thrownBy(() => Buffer.alloc(-1)), false],
  ['a fault of our own', new TypeError('no such thing'), false],
])('a file or stream that cannot be written is explained: %s', (_, error, isOne) => {
  expect(isUnwritable(error)).toBe(isOne);
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
