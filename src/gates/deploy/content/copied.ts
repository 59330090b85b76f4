import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject } from '../../../fleet/json/json.ts';

/**
 * Returns where `original` does not hold a value of `copy` exactly, as a JSON pointer; `undefined` if it holds all of them. KubeFleet
 * copies objects from the hub to snapshots and Works as they are. So an empty map, the order of a list and the spelling of a quantity are
 * the same there. Only null equals an absent value: KubeFleet writes it for times that are not set.
 */
export function uncopiedFrom(original: unknown, copy: unknown, pointer = ''): string | undefined {
  if (copy === undefined || copy === null || original === copy) return undefined;
  if (Array.isArray(copy)) {
    if (!Array.isArray(original) || original.length !== copy.length) return pointer;
    for (const [index, item] of copy.entries()) {
      const found = uncopiedFrom(original[index], item, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const keys = isObject(copy) ? Object.keys(copy) : [];
  if (!isObject(copy) || (keys.length === 0 && !isObject(original))) return pointer;
  for (const key of keys) {
    const held = isObject(original) && Object.hasOwn(original, key) ? original[key] : undefined;
    const found = uncopiedFrom(held, copy[key], childPointer(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns where one of two values is not an exact copy of the other, as a JSON pointer. */
export function copyDiffers(one: unknown, other: unknown): string | undefined {
  return uncopiedFrom(one, other) ?? uncopiedFrom(other, one);
}
