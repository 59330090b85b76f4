import { expect, test } from 'vitest';
import { withoutWords } from '../../src/secrets/without-words.ts';

const MANY = Array.from({ length: 3000 }, (_, index) => `secret-${index} value`);

test.each([
  ['two words', 'the secret-2999 value is here', 'the *** is here'],
  ['two words in a longer one', 'x-secret-2999 values', 'x-***s'],
  ['two words with a line between them', 'is first\nsecond, here', 'is ***, here'],
  ['two words with signs between them', 'is key="value-1"; here', 'is ***"; here'],
  ['three words', 'is one of three here', 'is *** here'],
  ['one word after a sign', 'is =abcdefgh here', 'is *** here'],
  ['one word', 'is abcdefghi, here', 'is ***, here'],
  ['a part of a path', 'is Secret/abcdefghi here', 'is Secret/*** here'],
  ['a field in a path of fields', 'is `spec.policy.abcdefghi` here', 'is `spec.policy.***` here'],
  ['a part of an address', 'is db.abcdefghi.svc here', 'is db.abcdefghi.svc here'],
  ['other separators', 'the secret-2999  value and first second', 'the secret-2999  value and first second'],
  ['a longer word', 'is abcdefghij here', 'is abcdefghij here'],
])('hides a value of %s', (_, text, shown) => {
  const values = ['first\nsecond', 'key="value-1', 'one of three', '=abcdefgh', 'abcdefghi'];
  expect(withoutWords(new Set([...MANY, ...values]))(text)).toBe(shown);
});

test.each([
  ['words', ['abcdefgh', 'x/abcdefgh', 'abcdefgh/xyz-1'], 'is abcdefgh, x/abcdefgh and abcdefgh/xyz-1'],
  ['phrases', ['one of three', 'one of three or four'], 'is one of three, one of three or four and one of three or four'],
])('hides a value as a whole if another one is a part of it: %s', (_, values, text) => {
  for (const order of [values, values.toReversed()]) expect(withoutWords(new Set(order))(text)).toMatch(/^is \*\*\*, \*\*\* and \*\*\*$/);
});
