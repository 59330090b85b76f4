import { approximate, compareQuantities, parseQuantity } from '../../../../src/fleet/kubernetes/quantity.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileWord } from '../hostile-words.ts';
import type { Random } from '../random.ts';

export const target: FuzzTarget = {
  name: 'quantities',
  about: 'quantities, most of them in the grammar: they are ordered consistently, and as their values in floating point are',
  all: 420_000,
  share: 4000,
  start: () =>
    Promise.resolve((random) => {
      const input = [textFor(random), textFor(random), textFor(random)] as const;
      return { input, judge: () => judge(input) };
    }),
};

function textFor(random: Random): string {
  if (random.oneIn(10)) return hostileWord(random);
  const digits = (most: number): string => random.some(0, most, () => String(random.int(10))).join('');
  const length = random.oneIn(50) ? 400 : random.pick([1, 3, 20]);
  const fraction = random.oneIn(2) ? `.${digits(length)}` : '';
  return `${random.pick(['', '', '-', '+'])}${digits(length)}${fraction}${random.pick(SUFFIXES)}${random.oneIn(5) ? digits(12) : ''}`;
}

const SUFFIXES = [
  '',
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e',
  'E+',
  'e-',
  'e3',
  'E-5',
  'i',
  'mm',
];

function judge(texts: readonly [string, string, string]): void {
  const quantities = texts.flatMap((text) => parseQuantity(text) ?? []);
  for (const one of quantities) {
    must(compareQuantities(one, one) === 0, 'a quantity differs from itself');
    for (const other of quantities) {
      const order = compareQuantities(one, other);
      must(order === -compareQuantities(other, one) || order === 0, 'the order depends on who is asked');
      const [a, b] = [approximate(one), approximate(other)];
      const clear = Math.abs(a - b) > 1e-9 * Math.max(Math.abs(a), Math.abs(b));
      must(!clear || Math.sign(a - b) === order, `the floats ${a} and ${b} are in another order than ${order}`);
    }
  }
  const [a, b, c] = quantities;
  if (a === undefined || b === undefined || c === undefined) return;
  if (compareQuantities(a, b) <= 0 && compareQuantities(b, c) <= 0) must(compareQuantities(a, c) <= 0, 'the order is not transitive');
}
