import { nearestTypo } from '../../../fleet/text/nearest.ts';
import { oneOf } from '../../wording/value-hints.ts';
import type { NameFault } from '../../name-format.ts';

/** A value that an API server refuses in an object whose structure is right. */
export interface Violation {
  /** JSON pointer into the object. For a missing field it is the place where the field belongs. */
  readonly pointer: string;
  /** What to point at. For a missing field it is the key of the parent. */
  readonly part: 'key' | 'value';
  /** What is wrong with the field, as a predicate: "is the name of two containers". */
  readonly says: string;
  /** What to write instead, as a sentence. */
  readonly remedy: string;
  /** The values that the violation depends on. */
  readonly values: readonly unknown[];
  /** Whether the violation depends on more than this one value, and so needs the complete object. */
  readonly isWhole: boolean;
  /** JSON pointers to the other values that the violation depends on. */
  readonly rests: readonly string[];
  /** A version that this program does not know may accept the value. */
  readonly mayBeNewer?: true;
}

/** A violation by one value, independent of the rest of the object. */
export function wrongValue(pointer: string, value: unknown, says: string, remedy: string): Violation {
  return { pointer, part: 'value', says, remedy, values: [value], isWhole: false, rests: [] };
}

/** A violation by several values that conflict, or by a missing value. */
export function wrongTogether(
  pointer: string,
  values: readonly unknown[],
  says: string,
  remedy: string,
  rests: readonly string[] = [],
): Violation {
  return { pointer, part: 'key', says, remedy, values, isWhole: true, rests };
}

/** Checks that a text is a valid name. An empty text is treated as absent. */
export function misnamed(pointer: string, name: unknown, faultOf: (text: string) => NameFault | undefined): readonly Violation[] {
  const fault = typeof name === 'string' && name !== '' ? faultOf(name) : undefined;
  return fault === undefined ? [] : [wrongValue(pointer, name, `cannot be ${JSON.stringify(name)}: ${fault.says}`, fault.hint)];
}

/** Reports a word only if it is a misspelling of a known one, because a later version may know other words. */
export function mistyped(pointer: string, word: unknown, known: readonly string[]): readonly Violation[] {
  if (typeof word !== 'string' || word === '' || known.includes(word)) return [];
  const meant = nearestTypo(word, known);
  return meant === undefined ? [] : [wrongValue(pointer, word, `cannot be ${JSON.stringify(word)}`, `Write \`${meant}\`.`)];
}

/** Reports a word that no known version accepts, and that need not be a misspelling. */
export function unlisted(pointer: string, word: string, known: readonly string[]): readonly Violation[] {
  const says = `cannot be ${JSON.stringify(word)} in any version that this program knows`;
  return [{ ...wrongValue(pointer, word, says, oneOf(known)), mayBeNewer: true }];
}

/** The entries of a list whose key an earlier entry has too. Entries without a key are ignored. */
export function* repeated<Entry>(entries: Iterable<Entry>, keyOf: (entry: Entry) => unknown): Iterable<Entry> {
  const seen = new Set<unknown>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    if (seen.has(key)) yield entry;
    seen.add(key);
  }
}
