import { expect, test } from 'vitest';
import { listed } from '../../src/fleet/text/listed.ts';

test.each([
  [1, 'files', 'a'],
  [2, 'files', 'a and 1 more file'],
  [2, 'files and folders', 'a and 1 more file or folder'],
  [3, 'files and folders', 'a and 2 more files and folders'],
  [2, '', 'a and 1 more'],
])('%i words, of %s', (count, what, text) => {
  expect(listed(['a', 'b', 'c'].slice(0, count), 1, what)).toBe(text);
});
