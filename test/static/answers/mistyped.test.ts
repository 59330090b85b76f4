import { expect, test } from 'vitest';
import { onlySlip } from '../../../src/static/answers/mistyped.ts';

test.each([
  ['mial', 'mail', 'two letters swapped'],
  ['shpo', 'shop', 'the last two letters swapped'],
  ['maill', 'mail', 'a letter twice'],
  ['mmail', 'mail', 'the first letter twice'],
  ['biling', 'billing', 'one of two letters'],
  ['paymets', 'payments', 'a letter left out'],
  ['paymnents', 'payments', 'a letter too many'],
  ['paymemts', 'payments', 'another letter'],
  ['Mail', 'mail', 'case'],
  ['shopprod', 'shop-prod', 'a dash left out'],
  ['shop_prod', 'shop-prod', 'another separator'],
  ['shpo-prod', 'shop-prod', 'one of two words'],
])('%s can only mean %s: %s', (name, meant) => {
  expect(onlySlip(name, new Set([meant, 'elsewhere']))).toBe(meant);
});

test.each([
  ['mail', 'mail', 'the name itself'],
  ['mail2', 'mail', 'a digit'],
  ['mail-01', 'mail-10', 'digits swapped'],
  ['mail-prod', 'mail', 'a word more'],
  ['team-b', 'team-a', 'a letter as a word'],
  ['shop-eu', 'shop-us', 'a short word'],
  ['shopt', 'shopd', 'a letter for the environment at the end'],
  ['tshop', 'pshop', 'a letter for the environment at the start'],
  ['apps', 'app', 'the plural'],
  ['email', 'mail', 'a letter in front'],
  ['main', 'mail', 'another word'],
  ['mall', 'mail', 'another letter in a short word'],
  ['shop-prd', 'shop-prod', 'an abbreviation'],
  ['shop-tst', 'shop-test', 'an abbreviation'],
  ['dev', 'dve', 'a word that is too short'],
  ['shpo-prdo', 'shop-prod', 'two words'],
  ['staging', 'production', 'nothing in common'],
])('%s is another name than %s: %s', (name, other) => {
  expect(onlySlip(name, new Set([other]))).toBeUndefined();
});

test('a name between two others may mean either', () => {
  expect(onlySlip('maiil', new Set(['mail', 'maiill']))).toBeUndefined();
  expect(onlySlip('mail', new Set(['mail', 'maill']))).toBeUndefined();
});
