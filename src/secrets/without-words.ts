import { HIDDEN } from './credential-text.ts';
import { trimEndSigns } from '../fleet/text/trim-signs.ts';

/** Shorter values are often ordinary words. */
const SHORTEST = 8;
const SEPARATORS = /[\s"'`,;()[\]{}<>=:\\]+/;
const STOPS = '.!?';
/** Ends a text that was too long to show. */
const CUT = '…';
/** How many values of one word with separators around it are searched for. */
const FRAMED = 2000;

/**
 * Hides these values if they are separate words in a text, parts of a word between slashes, or cut off at the end. Time depends on the
 * number of values only for a text that was cut off.
 */
export function withoutWords(values: ReadonlySet<string>): (text: string) => string {
  const words = new Set<string>();
  const framed: string[] = [];
  const phrases = new Map<string, string[]>();
  for (const value of values) {
    const bare = trimEndSigns(value, '=');
    if (bare.length < SHORTEST) continue;
    if (!SEPARATORS.test(bare)) words.add(bare);
    else {
      const part = innerWord(value) ?? gapsIn(value)[0];
      const alike = part === undefined ? framed : (phrases.get(part) ?? []);
      if (part !== undefined) phrases.set(part, alike);
      if (part !== undefined || framed.length < FRAMED) alike.push(value);
    }
  }
  const all = [...words, ...framed, ...[...phrases.values()].flat()];
  if (all.length === 0) return (text) => text;
  return (text) => {
    const long =
      phrases.size === 0 ? [] : [...new Set([...text.split(SEPARATORS), ...gapsIn(text)])].flatMap((part) => phrases.get(part) ?? []);
    const whole = longestFirst([...long, ...framed]).reduce((shown, phrase) => shown.replaceAll(phrase, HIDDEN), text);
    const found = new Set(whole.split(SEPARATORS).flatMap((word) => wordsIn(word).filter((each) => words.has(each))));
    const shown = longestFirst([...found]).reduce((rest, word) => rest.replaceAll(word, HIDDEN), whole);
    return shown.includes(CUT) ? withoutCut(shown, all) : shown;
  };
}

/** A value can be a part of a longer one. */
function longestFirst(values: readonly string[]): readonly string[] {
  return values.toSorted((a, b) => b.length - a.length);
}

/** The separators between two words, with a character of each: a text with a value of two words has those of the value. */
function gapsIn(text: string): readonly string[] {
  return [...text.matchAll(GAPS)].flatMap(({ 0: gap, index }) => {
    const end = index + gap.length;
    return index === 0 || end === text.length ? [] : [text.slice(index - 1, end + 1)];
  });
}

const GAPS = /[\s"'`,;()[\]{}<>=:\\]+/g;

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

/** A word without the end of a sentence, and its parts, as in `Namespace/shop` and in the path of a field, whose last name may be a value. */
function wordsIn(word: string): readonly string[] {
  const bare = trimEndSigns(word, STOPS);
  const fields = FIELD_PATH.test(bare) ? bare.split('.') : [];
  return [word, bare, ...bare.split('/'), ...fields];
}

/** `data.tls.crt`, also within code. */
const FIELD_PATH = /^(?:spec|data|stringData|binaryData|metadata)\./;
