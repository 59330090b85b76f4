/** An expression of a policy or a schema ends, however many loops it has. */
import { expect, test } from 'vitest';
import { CEL_JS } from '../../../src/admission/cel/cel-js.ts';

const HUNDRED = `[${Array.from({ length: 100 }, (_, index) => index).join(',')}]`;

/** Loops in one another over 100 numbers each. */
function nested(depth: number, loop: (inner: string, name: string) => string, inner = 'true'): string {
  return Array.from({ length: depth }, (_, index) => `v${index}`).reduce(loop, inner);
}

test.each([
  ['all', nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)],
  ['exists', nested(5, (inner, name) => `${HUNDRED}.exists(${name}, ${inner})`, 'false')],
  ['exists_one', nested(5, (inner, name) => `${HUNDRED}.exists_one(${name}, ${inner})`, 'false')],
  ['map', nested(5, (inner, name) => `${HUNDRED}.map(${name}, ${inner}) != []`)],
  ['map with a filter', nested(5, (inner, name) => `${HUNDRED}.map(${name}, ${inner}, ${name}) != []`)],
  ['filter', nested(5, (inner, name) => `${HUNDRED}.filter(${name}, ${inner}) != []`)],
  ['a loop in a negation', `!(${nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)})`],
  ['a loop with a pattern', `self.matches('a') && ${nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)}`],
  ['a loop in an argument', `[1].exists(x, x == ${nested(5, (inner, name) => `${HUNDRED}.map(${name}, ${inner})`)}.size())`],
  ['a loop in a list', `[${nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)}] == []`],
  ['a loop in a mapping', `{'a': ${nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)}}.a`],
  ['a loop in a choice', `${nested(5, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`)} ? true : false`],
  ['a loop over the object', nested(5, (inner, name) => `numbers.all(${name}, ${inner})`)],
])('%s', (_, expression) => {
  const context = () => ({ self: 'a', numbers: Array.from({ length: 100 }, (__, index) => index) });
  expect(CEL_JS.evaluate(expression, context)).toEqual({
    unjudged: 'it takes more than 1,000,000 steps, or those before it took 10,000,000',
    isLimit: true,
  });
});

test('loops of a few steps are evaluated, one expression after the other', () => {
  const short = nested(2, (inner, name) => `${HUNDRED}.all(${name}, ${inner})`, 'self >= 0');
  for (let self = 0; self < 200; self += 1) expect(CEL_JS.evaluate(short, () => ({ self }))).toBe(true);
  expect(CEL_JS.evaluate(short, () => ({ self: -1 }))).toBe(false);
});
