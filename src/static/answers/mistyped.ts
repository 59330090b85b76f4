import { nearestTypo } from '../../fleet/text/nearest.ts';

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
