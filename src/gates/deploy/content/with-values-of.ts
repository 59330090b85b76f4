import { field, isObject } from '../../../fleet/json/json.ts';

/** The value to compare instead of one of a manifest; `undefined` if that is decided by what is in it. @param name the field of the value */
type Take = (wanted: unknown, live: unknown, name: string) => unknown;

/** Returns the manifest's value with other values in it, by what the hub has in the same place; the same object if there are none. */
export function withValuesOf(wanted: unknown, live: unknown, take: Take, name = ''): unknown {
  const taken = take(wanted, live, name);
  if (taken !== undefined) return taken;
  if (Array.isArray(wanted)) {
    const items: readonly unknown[] = Array.isArray(live) ? live : [];
    const changed = wanted.map((item: unknown, index) => withValuesOf(item, namedLike(item, items) ?? items[index], take));
    return changed.every((item, index) => item === wanted[index]) ? wanted : changed;
  }
  if (!isObject(wanted) || !isObject(live)) return wanted;
  const changed = Object.entries(wanted).map(([key, value]) => [key, withValuesOf(value, field(live, key), take, key)] as const);
  return changed.every(([key, value]) => value === wanted[key]) ? wanted : Object.fromEntries(changed);
}

/** The API server may keep named items in another order. */
function namedLike(item: unknown, items: readonly unknown[]): unknown {
  const name = field(item, 'name');
  return name === undefined ? undefined : items.find((other) => field(other, 'name') === name);
}
