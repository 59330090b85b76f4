import type { JsonObject } from '../json/json.ts';
import type { KubeObject } from './object.ts';

/** Bytes of all annotations of an object, and so of what `kubectl apply` can note down of it. */
export const NOTE_LIMIT = 256 * 1024;

/**
 * Whether an object takes no more than `NOTE_LIMIT` bytes in JSON, however its characters are escaped. It is counted, and no JSON is made;
 * `false` where that cannot be told from the count.
 */
export function isSurelySmall(object: KubeObject): boolean {
  return leftOf(Math.floor(NOTE_LIMIT / LONGEST_ESCAPE), object) >= 0;
}

/** What a value leaves of so many characters of JSON, at least; it is looked at until nothing is left. Most objects leave nearly all. */
function leftOf(characters: number, value: unknown): number {
  if (typeof value === 'string') return characters - value.length - PUNCTUATION;
  if (typeof value !== 'object' || value === null) return characters - LONGEST_SCALAR;
  let left = characters - PUNCTUATION;
  if (Array.isArray(value)) for (const entry of value) left = left < 0 ? left : leftOf(left, entry);
  // Every object of a tree comes by: with `Object.keys` it takes twice as long.
  else for (const key in value) left = left < 0 ? left : leftOf(left - key.length - PUNCTUATION, (value as JsonObject)[key]);
  return left;
}

/** Quotes, a colon or a comma, or brackets and a comma. */
const PUNCTUATION = 3;
/** `-1.2345678901234567e-300` and a comma. */
const LONGEST_SCALAR = 25;

/** `\u003c`, for a sign that Go escapes: no character takes more bytes. */
const LONGEST_ESCAPE = 6;
