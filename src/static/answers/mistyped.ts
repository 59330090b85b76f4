import { oncePer } from '../../fleet/memo/once-per.ts';
import { nearestTypo, withoutCommonEnds } from '../../fleet/text/nearest.ts';

/**
 * The name that was most likely meant; `undefined` if none is near. Names that differ in a number, a short word (`eu`, `b`, the letter of
 * `a100`) or a whole word follow one naming scheme, such as `shop-east` and `shop-west`, and are not typing errors.
 */
export function mistyped(name: string, candidates: Iterable<string>): string | undefined {
  const [plainName, digits, words] = [plain(name), digitsOf(name), wordsOf(name)];
  const slips: string[] = [];
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > Math.max(1, name.length / 3)) continue;
    const isSlip = digitsOf(candidate) === digits && isTypoOf(words, wordsOf(candidate));
    if (isSlip || plain(candidate) === plainName) slips.push(candidate);
  }
  return nearestTypo(name, slips);
}

/**
 * The only name that is certainly close enough to call this one misspelt: it differs in case or dashes, or by one keystroke in one word.
 * `undefined` if there are several, or if the name itself is a candidate. Letters that are added or changed at the start or the end of a
 * word (`shopd` and `shopt`, `app` and `apps`), changed in a short word (`mail` and `main`), or left out to abbreviate it (`prod` and
 * `prd`) make another name.
 */
export function onlySlip(name: string, candidates: ReadonlySet<string>): string | undefined {
  if (candidates.has(name)) return undefined;
  const alike = byDigits(candidates).get(digitsOf(name)) ?? [];
  const [slip, ...others] = alike.filter((candidate) => isSureSlip(name, candidate));
  return others.length === 0 ? slip : undefined;
}

/** Names with other digits are no slips, so large trees need not compare each name with each. */
const byDigits = oncePer((names: ReadonlySet<string>) => Map.groupBy(names, digitsOf));

function isSureSlip(name: string, candidate: string): boolean {
  if (mistyped(name, [candidate]) === undefined) return false;
  if (plain(name) === plain(candidate)) return true;
  const others = wordsOf(candidate);
  const differing = wordsOf(name).flatMap((word, index) => (word === others[index] ? [] : [[word, others[index] ?? ''] as const]));
  const [pair] = differing;
  return pair !== undefined && differing.length === 1 && isSlipOfWord(...pair);
}

function isSlipOfWord(word: string, other: string): boolean {
  const [shorter, longer] = word.length <= other.length ? [word, other] : [other, word];
  if (longer.length < 4) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start += 1;
  const [less, more] = withoutCommonEnds(shorter, longer);
  const isInside = start > 0 && start + more.length < longer.length;
  if (less.length === 2 && more === `${less[1]}${less[0]}`) return true;
  if (more.length !== 1) return false;
  if (less.length === 1) return isInside && longer.length > 4;
  return more === longer[start - 1] || (isInside && /[aeiou]/.test(shorter));
}

function isTypoOf(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && words.every((word, index) => isTypoOfWord(word, others[index] ?? ''));
}

function isTypoOfWord(word: string, other: string): boolean {
  return word === other || (word.replaceAll(/\d/g, '').length > 2 && nearestTypo(word, [other]) !== undefined);
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[-._/]/);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-._/]/g, '');
}

/** All digits of the name, in order. */
function digitsOf(name: string): string {
  return name.replaceAll(/\D/g, '');
}
