import { isObject, stringAt, type JsonObject } from '../../fleet/json.ts';
import { differs } from './field-comparison.ts';

/** Two values to be read side by side. */
export interface Aligned {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Both values so that only what differs for an API server is written differently: keys stand in the order of the value after the change, and
 * what is the same but for empty values is written as it is there. Entries of lists meet by their `name`, else by their place.
 */
export function aligned(before: unknown, after: unknown): Aligned {
  return { before: likeAfter(before, after), after };
}

function likeAfter(before: unknown, after: unknown): unknown {
  if (!differs(before, after)) return after;
  if (Array.isArray(before) && Array.isArray(after))
    return before.map((entry, index) => likeAfter(entry, counterpart(entry, after, index)));
  if (!isObject(before) || !isObject(after)) return before;
  return Object.fromEntries(
    keysInOrder(before, after).flatMap((key) => {
      const value = likeAfter(own(before, key), own(after, key));
      return value === undefined || (!Object.hasOwn(after, key) && !differs(value, undefined)) ? [] : [[key, value]];
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

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
