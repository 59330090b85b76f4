import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { aligned } from '../../../src/schedule/change/aligned.ts';
import { differs } from '../../../src/schedule/change/field-comparison.ts';

const before = (was: unknown, is: unknown): string => JSON.stringify(aligned(was, is).before);

it.each([
  ['keys in the order of the text after', { b: 1, a: 2 }, { a: 2, b: 3 }, { a: 2, b: 1 }],
  ['a key that goes behind the one it stood behind', { a: 1, x: 2, b: 3 }, { b: 3, a: 1, c: 4 }, { b: 3, a: 1, x: 2 }],
  ['empty values that are as good as none', { a: 1, e: {}, n: null, t: [] }, { a: 2 }, { a: 1 }],
  [
    'what is the same but for empty values, as it is written after',
    { a: { x: 1, e: {} }, b: 1 },
    { a: { x: 1 }, b: 2 },
    { a: { x: 1 }, b: 1 },
  ],
  ['an empty text, which is a value', { a: '', b: 1 }, { b: 2 }, { a: '', b: 1 }],
  ['an empty value in a list', [{ name: 'a', emptyDir: {} }], [{ name: 'a' }], [{ name: 'a', emptyDir: {} }]],
  ['an empty value that comes', { b: 1 }, { emptyDir: {}, b: 2 }, { emptyDir: {}, b: 1 }],
  ['entries of lists by their names', [{ b: 1, name: 'x' }], [{ name: 'y' }, { name: 'x', b: 2 }], [{ name: 'x', b: 1 }]],
  ['entries without names by their place', [{ b: 1, a: 1 }, 2], [{ a: 1, b: 3 }], [{ a: 1, b: 1 }, 2]],
  ['a field named __proto__ as data', JSON.parse('{"b":1,"__proto__":{"x":1}}'), { b: 2 }, JSON.parse('{"b":1,"__proto__":{"x":1}}')],
])('%s', (_, was: unknown, is: unknown, expected: unknown) => {
  expect(before(was, is)).toBe(JSON.stringify(expected));
});

it('different content stays different, and equal content is written in the same way', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('', 'a', 1, null),
      fc.array(tie('value'), { maxLength: 3 }),
      // As readers make them.
      fc.dictionary(fc.constantFrom('a', 'b', 'name'), tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(value, value, (was, is) => {
      const sides = aligned(was, is);
      expect(sides.after).toBe(is);
      expect(JSON.stringify(sides.before) !== JSON.stringify(is)).toBe(differs(was, is));
      expect(differs(sides.before, is)).toBe(differs(was, is));
    }),
    { numRuns: 3000 },
  );
});
