import { isObject, listAt, type JsonObject } from '../../../fleet/json/json.ts';

/** A mapping in a list, and its JSON pointer. */
export interface Entry {
  readonly entry: JsonObject;
  readonly pointer: string;
}

/**
 * The mappings of a list.
 * @param at pointer to the object that holds the list
 */
export function entriesIn(holder: unknown, at: string, name: string): readonly Entry[] {
  return listAt(holder, name).flatMap((entry, index) => (isObject(entry) ? [{ entry, pointer: `${at}/${name}/${index}` }] : []));
}
