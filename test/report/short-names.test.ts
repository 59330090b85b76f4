/** Names of clusters beside their bars: two clusters must never have the same short name. */
import { expect, test } from 'vitest';
import { shortNames } from '../../src/report/facts/words/short-names.ts';

test('a name with enough room is not changed', () => {
  expect(shortNames(['oslo', 'aks-prod-westeurope-1'], 22)).toEqual(['oslo', 'aks-prod-westeurope-1']);
});

test('a long name is cut in the middle, because its end distinguishes it', () => {
  const [one, two] = shortNames(['contoso-aks-prod-westeurope-1', 'contoso-aks-prod-westeurope-2'], 22);
  expect([one, two]).toEqual(['contoso-aks…steurope-1', 'contoso-aks…steurope-2']);
  expect(one).toHaveLength(22);
});

test('names that differ only in the middle are cut later, and other names are not', () => {
  const alike = ['contoso-aks-production-1-westeurope', 'contoso-aks-production-2-westeurope'];
  const shown = shortNames([...alike, 'contoso-aks-development-northeurope'], 22);
  expect(new Set(shown).size).toBe(3);
  expect(shown[0]?.length).toBeLessThan(alike[0]?.length ?? 0);
  expect(shown[2]).toHaveLength(22);
});

test('names that no cluster can have are numbered if they would look equal, and equal names stay equal', () => {
  const [head, tail] = ['a'.repeat(60), 'b'.repeat(60)];
  const shown = shortNames([`${head}1${tail}`, `${head}2${tail}`, `${head}1${tail}`], 22);
  expect(shown[0]).toMatch(/^a{31}…b{31} \(1\)$/);
  expect(shown[1]).toMatch(/ \(2\)$/);
  expect(shown[2]).toBe(shown[0]);
});

test('no code point is cut in two', () => {
  for (const most of [4, 5, 6, 7, 8])
    expect(
      shortNames(['😀'.repeat(9)], most)
        .join('')
        .isWellFormed(),
    ).toBe(true);
});
