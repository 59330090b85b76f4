/** An expression of a policy or a schema ends, and its values stay small, whatever it makes of an object. */
import { beforeAll, expect, test } from 'vitest';
import { CelBudget } from '../../src/admission/cel/cel-budget.ts';
import { CEL_JS } from '../../src/admission/cel/cel-js.ts';
import { loadGoPatterns } from '../../src/admission/go-pattern.ts';

beforeAll(loadGoPatterns);

const TOO_LARGE = { unjudged: 'it makes values of more than 10,000,000 characters and entries together', isLimit: true };
const TOO_LONG = { unjudged: 'it takes more than 1,000,000 steps, or those before it took 10,000,000', isLimit: true };
const TOO_DEEP = { unjudged: 'it is nested too deeply', isLimit: true };

const list = Array.from({ length: 3000 }, (_, index) => `item-${index}`);
const text = 'a'.repeat(300_000);
const self = {
  list,
  text,
  long: `${'a'.repeat(100_000)}b`,
  digits: '1'.repeat(3000),
  map: Object.fromEntries(list.map((key) => [key, key])),
};
const evaluate = (expression: string): unknown => CEL_JS.evaluate(expression, () => ({ self }));

/** Binds `v1` to a value made of `v0`, and so on. */
function chain(length: number, first: string, next: (before: string) => string, last: string): string {
  const names = Array.from({ length }, (_, index) => `v${index}`);
  const bound = names.map((name, index) => `cel.bind(${name}, ${index === 0 ? first : next(`v${index - 1}`)}, `);
  return `${bound.join('')}${last.replaceAll('LAST', `v${length - 1}`)}${')'.repeat(length)}`;
}

const doubled = (before: string): string => `${before} + ${before}`;
const repeated = (before: string): string => `[${Array.from({ length: 8 }, () => before).join(', ')}]`;

test.each([
  ['a text', chain(60, "'aaaa'", doubled, 'LAST.size() > 0')],
  ['bytes', chain(60, "b'aaaa'", doubled, 'LAST.size() > 0')],
  ['a list', chain(40, '[1, 2, 3]', doubled, 'LAST.size() > 0')],
  ['a text by join', chain(12, "'aaaa'", (before) => `${repeated(before)}.join(${before})`, 'LAST.size() > 0')],
  ['a text by split and join', chain(30, "'aaaa'", (before) => `(${doubled(before)}).split('').join('xx')`, 'LAST.size() > 0')],
  ['bytes in hexadecimal digits', chain(40, "b'aaaa'", (before) => `bytes(${before}.hex())`, 'LAST.size() > 0')],
  ['a text joined for each item', "self.list.map(a, self.text).join('').size() > 0"],
  ['a text joined by itself', "self.text.split('').join(self.text).size() > 0"],
  ['a text divided for each item', "self.list.map(a, self.text.split('')).size() > 0"],
  ['a list in each item', `self.list.map(a, ${repeated(repeated(repeated('a')))} + self.list).size() > 0`],
  ['a value that an operator does not need', "self.list.map(a, self.text).join('') == '' || true"],
  ['a value that a loop does not need', "['', 'a'].exists(x, x == '' ? self.list.map(a, self.text).join('') == '' : true)"],
])('%s that grows is not evaluated', (_, expression) => {
  expect(evaluate(expression)).toEqual(TOO_LARGE);
});

test.each([
  ['equal lists of equal lists', `${chain(10, '1', repeated, 'LAST')} == ${chain(10, '1', repeated, 'LAST')}`],
  ['a list among lists of equal lists', `${chain(10, '1', repeated, 'LAST')} in [${chain(10, '1', repeated, 'LAST')}]`],
  ['a long text in a long text, from the end', 'self.text.lastIndexOf(self.long) < 0'],
  ['a long text in a long text', 'self.text.contains(self.long)'],
  ['a long separator', 'self.text.split(self.long).size() > 0'],
  ['a long pattern', 'self.text.matches(self.long)'],
  ['a long duration', "duration(self.digits) > duration('1h')"],
  ['a value that an operator does not need', 'self.text.contains(self.long) || true'],
])('%s would take too long and is not evaluated', (_, expression) => {
  expect(evaluate(expression)).toEqual(TOO_LONG);
});

test.each([
  ['when it is read', Array.from({ length: 30_000 }, () => '1').join(' + ')],
  ['when it is read or evaluated', Array.from({ length: 1500 }, () => '1').join(' + ')],
])('an expression of very many operators is not evaluated, %s', (_, sum) => {
  expect([TOO_DEEP, true]).toContainEqual(evaluate(`${sum} > 0`));
});

test('an expression of some hundred operators is evaluated', () => {
  expect(evaluate(`${Array.from({ length: 300 }, () => '1').join(' + ')} == 300`)).toBe(true);
});

test('a function that throws an error of JavaScript is not evaluated', () => {
  const expression = "timestamp('2020-01-01T00:00:00Z').getHours('no/zone') == 1";
  expect(evaluate(expression)).toEqual({ unjudged: 'Invalid time zone specified: no/zone' });
  expect(evaluate("b'\\x7b'.json() == 1")).not.toHaveProperty('isLimit');
});

test.each([
  "self.text.split('').join(',').size() == 599999",
  "self.list.map(a, a + 'x').filter(a, a.startsWith('item-')).join(' ').contains('item-77x')",
  "self.list.all(a, self.list.exists(b, b == 'item-100'))",
  'self.list + self.list + self.list != self.list',
  "self.text.contains('aaab') == false && self.text.lastIndexOf('a') == 299999 && self.text.matches('^a+$')",
  'self.map == self.map && self.map.all(key, self.map[key] == key) && self.list == self.list.map(a, a)',
  "duration('1h30m') < duration('2h') && self.list[7] in self.list",
])('%s is evaluated, however often', (expression) => {
  for (let time = 0; time < 3; time += 1) expect(evaluate(expression)).toBe(true);
});

test('expressions of one budget share their values, and each has steps of its own', () => {
  const budget = new CelBudget();
  const answers = (expression: string, times: number): readonly unknown[] =>
    Array.from({ length: times }, () => CEL_JS.answer(expression, () => ({ self }), budget));
  const loop = "self.list.all(a, self.list.exists(b, b == 'item-100'))";
  expect(answers(loop, 5)).toEqual(Array.from({ length: 5 }, () => ({ value: true })));
  const [first, ...others] = answers("self.text + 'x' != ''", 40);
  expect(first).toEqual({ value: true });
  expect(others.at(-1)).toEqual(TOO_LARGE);
  expect(answers('self.list.size() == 3000', 1)).toEqual([{ value: true }]);
});

test('a limit that one budget reached does not hold for another one', () => {
  const spent = new CelBudget();
  const expression = "(self.text + 'y').size() > 0";
  const last = Array.from({ length: 40 }, () => CEL_JS.answer(expression, () => ({ self }), spent)).at(-1);
  expect([last, evaluate(expression)]).toEqual([TOO_LARGE, true]);
});

test('a message that is longer than Kubernetes accepts is not used', () => {
  const context = (): { readonly self: unknown } => ({ self });
  expect(CEL_JS.text("'not ' + self.list[0]", context)).toBe('not item-0');
  expect(CEL_JS.text('self.text', context)).toBeUndefined();
});
