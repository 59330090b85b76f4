import { expect, test } from 'vitest';
import { cutAtWord } from '../../src/fleet/text/cut-at-word.ts';

test.each([
  ['no more words', 13, 'no more words'],
  ['no more words', 12, 'no more…'],
  ['no more words', 7, 'no more…'],
  ['at https://a:secret@b', 15, 'at…'],
  ['{"url":"https://a:secret@b"}', 20, '{"url":…'],
  ['https://a:secret@b', 9, '…'],
  ['', 0, ''],
])('%j of at most %d is %j', (text, longest, cut) => {
  expect(cutAtWord(text, longest)).toBe(cut);
});
