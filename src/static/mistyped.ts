import { nearest } from '../fleet/nearest.ts';

/**
 * The name that was most likely meant. Names that differ in a number, in a short word (`eu`, `b`) or in a whole word are different things of
 * one naming scheme, such as `shop-east` and `shop-west`, and no slip.
 */
export function mistyped(name: string, candidates: Iterable<string>): string | undefined {
  return nearest(
    name,
    [...candidates].filter((candidate) => isSlip(name, candidate)),
  );
}

function isSlip(name: string, candidate: string): boolean {
  if (plain(name) === plain(candidate)) return true;
  if (name.replaceAll(/\D+/g, ' ').trim() !== candidate.replaceAll(/\D+/g, ' ').trim()) return false;
  const [words, others] = [wordsOf(name), wordsOf(candidate)];
  return words.length === others.length && words.every((word, index) => isSlipOfWord(word, others[index] ?? ''));
}

function isSlipOfWord(word: string, other: string): boolean {
  return word === other || (word.length > 2 && nearest(word, [other]) !== undefined);
}

function wordsOf(name: string): readonly string[] {
  return name.toLowerCase().split(/[-._/]/);
}

function plain(name: string): string {
  return wordsOf(name).join('');
}
