import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  addQuantities,
  approximate,
  compareQuantities,
  parseQuantity,
  quantityText,
  timesQuantity,
  type Quantity,
} from '../../src/fleet/kubernetes/quantity.ts';

/** An exact rational: the reference the quantities are held against. */
interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const SUFFIXES: readonly (readonly [string, Rational])[] = [
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index): [string, Rational] => [suffix, tenTo((index - 3) * 3)]),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index): [string, Rational] => [
    suffix,
    { numerator: 1024n ** BigInt(index + 1), denominator: 1n },
  ]),
  ['e3', tenTo(3)],
  ['E+2', tenTo(2)],
  ['e-6', tenTo(-6)],
];

/** Numbers that need no rounding: at least a nano unit fine, and below the largest int64. */
const exact = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 999 }), fc.constantFrom(...SUFFIXES))
  .filter(([, , fraction, [suffix]]) => fraction === 0 || !['n', 'u', 'm', 'e-6'].includes(suffix))
  .map(([negative, whole, fraction, [suffix, unit]]) => {
    const digits = fraction === 0 ? String(whole) : `${String(whole)}.${String(fraction).padStart(3, '0')}`;
    const thousandths = BigInt(whole * 1000 + fraction) * (negative ? -1n : 1n);
    const value = { numerator: thousandths * unit.numerator, denominator: 1000n * unit.denominator };
    return { text: `${negative ? '-' : ''}${digits}${suffix}`, value };
  })
  .filter(({ value }) => value.numerator / value.denominator < 2n ** 62n && value.numerator / value.denominator > -(2n ** 62n));

describe('quantities', () => {
  it('are ordered like the rational numbers that they represent', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        const difference = a.value.numerator * b.value.denominator - b.value.numerator * a.value.denominator;
        const expected = difference === 0n ? 0 : difference < 0n ? -1 : 1;
        expect(Math.sign(compareQuantities(parsed(a.text), parsed(b.text))), `${a.text} ? ${b.text}`).toBe(expected);
      }),
    );
  });

  it('have a float value close to theirs', () => {
    fc.assert(
      fc.property(exact, ({ text, value }) => {
        const expected = Number((value.numerator * 10n ** 12n) / value.denominator) / 1e12;
        expect(Math.abs(approximate(parsed(text)) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 1e-9 + 1e-11);
      }),
    );
  });

  it.each([
    ['0.5', '500m'],
    ['1Gi', '1073741824'],
    ['.5Ki', '512'],
    ['1.', '1'],
    ['+1', '1'],
    ['1e3', '1k'],
    ['1E', '1e18'],
    ['0.1n', '1n'],
    ['-0.1n', '-1n'],
    ['100Ei', '9223372036854775807'],
    ['0.0000000001Ki', '103n'],
    ['12345678901234567890123', '12345678901234567890123000m'],
  ])('%s equals %s', (a, b) => {
    expect(compareQuantities(parsed(a), parsed(b))).toBe(0);
  });

  it.each(['', ' 1', '1 ', '1K', '1mi', '1.2.3', 'v1.2', '1e', '1e+', '10GB', '0x10', '1+1', '--1', 'NaN', '1Kii', '٣'])(
    '%j is not one',
    (text) => {
      expect(parseQuantity(text)).toBeUndefined();
    },
  );

  it.each(['Ki', '+Ti', '.Mi', '.', '+', '-m', 'k', 'e3'])('%j is 0, although it has no digit', (text) => {
    expect(compareQuantities(parsed(text), parsed('0'))).toBe(0);
  });

  it.each(['Pi', '+Ei', '.Ei', '-.Pi', 'e-10', '-E-12'])('%j is not one, because the big decimals of Go need a digit', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it('keeps the two spellings of a float apart, as Go does', () => {
    expect(approximate(parsed('0.3'))).toBe(0.1 * 3);
    expect(approximate(parsed('300m'))).toBe(0.3);
  });

  it('multiplies the powers of ten that Go keeps in tables', () => {
    expect(approximate(parsed('881e39'))).toBe(8.81e41);
    expect(approximate(parsed('-52e49'))).toBe(-5.2e50);
    expect(approximate(parsed('1e400'))).toBe(Infinity);
    expect(approximate({ mantissa: 3n, exponent: -9 })).toBe(3 * 1e-9);
  });

  it('does not write out enormous exponents', () => {
    const huge = parsed('1e999999999');
    expect(compareQuantities(huge, parsed('9E'))).toBe(1);
    expect(compareQuantities(parsed('-1e999999999'), huge)).toBe(-1);
    expect(compareQuantities(huge, huge)).toBe(0);
    expect(compareQuantities(parsed('1e-999999999'), parsed('1n'))).toBe(0);
    // Only the lower half of the exponent counts.
    expect(compareQuantities(parsed('1e4294967298'), parsed('100'))).toBe(0);
    expect(parseQuantity('1e9223372036854775808')).toBeUndefined();
  });

  it('orders numbers of a million digits', () => {
    const [ones, more, zeros] = ['1'.repeat(1_000_000), `${'1'.repeat(999_999)}2`, '0'.repeat(1_000_000)];
    expect(compareQuantities(parsed(ones), parsed('9E'))).toBe(1);
    expect(compareQuantities(parsed(ones), parsed(`${ones}0`))).toBe(-1);
    expect(approximate(parsed(more))).toBe(Infinity);
    expect(compareQuantities(parsed(`${zeros}5m`), parsed('5m'))).toBe(0);
    // What is behind the last nano unit rounds up, however far behind.
    expect(compareQuantities(parsed(`1.${zeros}1Gi`), parsed('1Gi'))).toBe(1);
    expect(compareQuantities(parsed(`1.${zeros}Gi`), parsed('1Gi'))).toBe(0);
    expect(compareQuantities(parsed(`0.${zeros}1`), parsed('1n'))).toBe(0);
    expect(compareQuantities(parsed(`0.${zeros.slice(1)}2e1000000`), parsed('2'))).toBe(0);
    expect(parseQuantity(`${ones}!`)).toBeUndefined();
    expect(parseQuantity(`1e${ones}`)).toBeUndefined();
  });

  it('reads numbers as the API server does', () => {
    expect(compareQuantities(parsed(0.25), parsed('250m'))).toBe(0);
  });
});

function parsed(text: string | number): NonNullable<ReturnType<typeof parseQuantity>> {
  const quantity = parseQuantity(text);
  if (quantity === undefined) throw new Error(`${String(text)} should be a quantity`);
  return quantity;
}

function tenTo(exponent: number): Rational {
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? { numerator: 1n, denominator: power } : { numerator: power, denominator: 1n };
}

describe('sums', () => {
  const read = (text: string): Quantity => parseQuantity(text) ?? { mantissa: -1n, exponent: 0 };

  it.each([
    ['1500m', '100m', 3, '4800m'],
    ['512Mi', '64Mi', 3, '1728Mi'],
    ['1Gi', '1Gi', 2, '4Gi'],
    ['2', '1', 0, '0'],
    ['1k', '1', 1, '1001'],
    ['500m', '500m', 1, '1'],
  ])('%s and %s, %i times, are %s', (a, b, times, text) => {
    expect(quantityText(timesQuantity(addQuantities(read(a), read(b)), times))).toBe(text);
  });

  it('of two with very different sizes are the larger one', () => {
    const [small, huge] = [read('1'), read('1e999999')];
    expect(addQuantities(small, huge)).toEqual(huge);
    expect(addQuantities(huge, small)).toEqual(huge);
    expect(quantityText(huge)).toBe('1e999999');
  });
});
