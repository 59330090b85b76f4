import { HIDDEN } from './credential-text.ts';
import { trimEndSigns } from '../fleet/text/trim-signs.ts';

/** Shorter values are often ordinary words. */
const SHORTEST = 8;
const SEPARATORS = /[\s"'`,;()[\]{}<>=:\\]+/;
const STOPS = '.!?';
/** Ends a text that was too long to show. */
const CUT = '…';
/** How many values of two words are searched for. */
const PAIRS = 2000;

/**
 * Hides these values if they are separate words in a text, parts of a word between slashes, or cut off at the end. Time depends on the
 * number of values only for a text that was cut off.
 */
export function withoutWords(values: ReadonlySet<string>): (text: string) => string {
  const words = new Set<string>();
  const pairs: string[] = [];
  const phrases = new Map<string, string[]>();
  for (const value of values) {
    const bare = trimEndSigns(value, '=');
    if (bare.length < SHORTEST) continue;
    if (!SEPARATORS.test(bare)) words.add(bare);
    else {
      const inner = innerWord(value);
      if (inner !== undefined) phrases.set(inner, [...(phrases.get(inner) ?? []), value]);
      else if (pairs.length < PAIRS) pairs.push(value);
    }
  }
  const all = [...words, ...pairs, ...[...phrases.values()].flat()];
  if (all.length === 0) return (text) => text;
  return (text) => {
    const long = phrases.size === 0 ? [] : [...new Set(text.split(SEPARATORS))].flatMap((word) => phrases.get(word) ?? []);
    const whole = [...long, ...pairs].reduce((shown, phrase) => shown.replaceAll(phrase, HIDDEN), text);
    const found = new Set(whole.split(SEPARATORS).flatMap((word) => wordsIn(word).filter((each) => words.has(each))));
    const shown = [...found].reduce((rest, word) => rest.replaceAll(word, HIDDEN), whole);
    return shown.includes(CUT) ? withoutCut(shown, all) : shown;
  };
}

/** The longest word that has separators on both sides within the value, so that a text with the value has it as a separate word. */
function innerWord(value: string): string | undefined {
  const [longest = ''] = value
    .split(SEPARATORS)
    .slice(1, -1)
    .toSorted((a, b) => b.length - a.length);
  return longest === '' ? undefined : longest;
}

/** The text without values whose end was cut off. */
function withoutCut(text: string, values: readonly string[]): string {
  const parts = text.split(CUT);
  const last = parts.pop() ?? '';
  const shown = parts.map((part) => {
    for (const value of values) {
      const start = part.lastIndexOf(value.slice(0, SHORTEST));
      if (start >= 0 && value.startsWith(part.slice(start))) return `${part.slice(0, start)}${HIDDEN}`;
    }
    return part;
  });
  return [...shown, last].join(CUT);
}

/** A word without the end of a sentence, and its parts, as in `Namespace/shop`. */
function wordsIn(word: string): readonly string[] {
  const bare = trimEndSigns(word, STOPS);
  return [word, bare, ...bare.split('/')];
}
