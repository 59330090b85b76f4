import { nearestSlip } from '../../../fleet/text/nearest.ts';
import type { NameFault } from '../../name-format.ts';

/** What an API server refuses of an object whose structure is right. */
export interface Violation {
  /** JSON pointer into the object; for a missing field the place where it should stand. */
  readonly pointer: string;
  /** What to point at: the key of what should hold a missing field. */
  readonly part: 'key' | 'value';
  /** What is wrong with it, said of the field: "is the name of two containers". */
  readonly says: string;
  /** What to write instead, as a sentence. */
  readonly remedy: string;
  /** The values that it rests on. */
  readonly values: readonly unknown[];
  /** It rests on more than this one value, and so on an object that is there as a whole. */
  readonly isWhole: boolean;
  /** JSON pointers to what else it rests on. */
  readonly rests: readonly string[];
}

/** Of one value, whatever else the object holds. */
export function wrongValue(pointer: string, value: unknown, says: string, remedy: string): Violation {
  return { pointer, part: 'value', says, remedy, values: [value], isWhole: false, rests: [] };
}

/** Of several values that do not go together, or of one that is missing. */
export function wrongTogether(
  pointer: string,
  values: readonly unknown[],
  says: string,
  remedy: string,
  rests: readonly string[] = [],
): Violation {
  return { pointer, part: 'key', says, remedy, values, isWhole: true, rests };
}

/** Of a text that is no name of its kind. One that is empty counts as none. */
export function* misnamed(pointer: string, name: unknown, faultOf: (text: string) => NameFault | undefined): Iterable<Violation> {
  const fault = typeof name === 'string' && name !== '' ? faultOf(name) : undefined;
  if (fault !== undefined) yield wrongValue(pointer, name, `cannot be ${JSON.stringify(name)}: ${fault.says}`, fault.hint);
}

/** Of a word that is a slip of a known one. Another may be known to a later version. */
export function* mistyped(pointer: string, word: unknown, known: readonly string[]): Iterable<Violation> {
  if (typeof word !== 'string' || word === '' || known.includes(word)) return;
  const meant = nearestSlip(word, known);
  if (meant !== undefined) yield wrongValue(pointer, word, `cannot be ${JSON.stringify(word)}`, `Write \`${meant}\`.`);
}

/** The entries of a list whose key an earlier one has as well; those without a key count for nothing. */
export function* repeated<Entry>(entries: Iterable<Entry>, keyOf: (entry: Entry) => unknown): Iterable<Entry> {
  const seen = new Set<unknown>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    if (seen.has(key)) yield entry;
    seen.add(key);
  }
}
