import { HIDDEN } from './credential-text.ts';
import { trimEndSigns } from '../fleet/text/trim-signs.ts';

/** Shorter values are often ordinary words. */
const SHORTEST = 8;
const SEPARATORS = /[\s"'`,;()[\]{}<>=:\\]+/;
const STOPS = '.!?';
/** How many values that are not a single word are searched for. */
const PHRASES = 2000;

/** Hides these values if they are separate words in a text. Time does not depend on the number of single words. */
export function withoutWords(values: ReadonlySet<string>): (text: string) => string {
  const words = new Set<string>();
  const phrases: string[] = [];
  for (const value of values) {
    const bare = trimEndSigns(value, '=');
    if (bare.length < SHORTEST) continue;
    if (!SEPARATORS.test(bare)) words.add(bare);
    else if (phrases.length < PHRASES) phrases.push(value);
  }
  if (words.size === 0 && phrases.length === 0) return (text) => text;
  return (text) => {
    const whole = phrases.reduce((shown, phrase) => shown.replaceAll(phrase, HIDDEN), text);
    const found = new Set(whole.split(SEPARATORS).filter((word) => words.has(word) || words.has(trimEndSigns(word, STOPS))));
    return [...found].reduce((shown, word) => shown.replaceAll(words.has(word) ? word : trimEndSigns(word, STOPS), HIDDEN), whole);
  };
}
