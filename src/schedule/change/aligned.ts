import { isDeepStrictEqual } from 'node:util';
import { isObject, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { differs } from './field-comparison.ts';

/** Two values to be read side by side. */
export interface Aligned {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Both values so that only what differs for an API server is written differently: keys stand in the order of the value after the change. What
 * is the same but for empty values is written as it is there. Entries of lists meet by their `name`, else by their place.
 */
export function aligned(before: unknown, after: unknown): Aligned {
  return { before: differs(before, after) ? likeAfter(before, after, differs) : after, after };
}

type Differs = (before: unknown, after: unknown) => boolean;

/** In lists an empty value is one like any other. */
const isOther: Differs = (before, after) => !isDeepStrictEqual(before, after);

/** Of values that differ. */
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
      // Of an entry an empty text is a value.
      if (!differing(entryOf(before, key), entryOf(after, key))) return Object.hasOwn(after, key) ? [[key, after[key]]] : [];
      return Object.hasOwn(before, key) ? [[key, likeAfter(before[key], entryOf(after, key).entry, differing)]] : [];
    }),
  );
}

/** Keys of the value after the change in its order; what only the other one has stands behind the key it stood behind. */
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
