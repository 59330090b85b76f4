import { isDeepStrictEqual } from 'node:util';
import { isObject, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { differs } from './field-comparison.ts';

/** Two values written for a comparison line by line. */
export interface Aligned {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns both values so that they differ in writing only if they differ for an API server. Keys have the order of the value after the
 * change. If values differ only in empty fields, both are written as after the change. List entries are paired by `name`, else by index.
 */
export function aligned(before: unknown, after: unknown): Aligned {
  return { before: differs(before, after) ? likeAfter(before, after, differs) : after, after };
}

type Differs = (before: unknown, after: unknown) => boolean;

/** In a list, an empty value is an entry like any other. */
const isOther: Differs = (before, after) => !isDeepStrictEqual(before, after);

/** For values that differ. */
function likeAfter(before: unknown, after: unknown, differing: Differs): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.map((entry, index) => {
      const other = counterpart(entry, after, index);
      return isOther(entry, other) ? likeAfter(entry, other, isOther) : other;
    });
  }
  if (!isObject(before) || !isObject(after)) return before;
  return Object.fromEntries(
    keysInOrder(before, after).flatMap((key) => {
      // In a list entry, an empty text is a value.
      if (!differing(entryOf(before, key), entryOf(after, key))) return Object.hasOwn(after, key) ? [[key, after[key]]] : [];
      return Object.hasOwn(before, key) ? [[key, likeAfter(before[key], entryOf(after, key).entry, differing)]] : [];
    }),
  );
}

/** The keys of the value after the change, in its order. A key that only the other value has comes after the key that it followed there. */
function keysInOrder(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = Object.keys(after);
  let place = 0;
  for (const key of Object.keys(before)) {
    const known = keys.indexOf(key);
    if (known < 0) keys.splice(place, 0, key);
    place = (known < 0 ? place : known) + 1;
  }
  return keys;
}

function counterpart(entry: unknown, after: readonly unknown[], index: number): unknown {
  const name = stringAt(entry, 'name');
  if (name === undefined) return after[index];
  return after.find((other) => stringAt(other, 'name') === name);
}

function entryOf(value: JsonObject, key: string): { readonly entry?: unknown } {
  return Object.hasOwn(value, key) ? { entry: value[key] } : {};
}
