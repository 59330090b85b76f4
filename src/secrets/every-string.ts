import { isObject } from '../fleet/json/json.ts';

/** Texts of this length or more are likely to repeat: a remedy, an address. */
const LONG = 40;

/**
 * Returns the value with every text changed, except the names of fields. Parts without a change are the same objects as before. Equal long
 * texts are changed only once.
 */
export function withEveryString<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  const once = (text: string): string => {
    if (text.length < LONG) return change(text);
    const known = changed.get(text);
    if (known !== undefined) return known;
    const shown = change(text);
    changed.set(text, shown);
    return shown;
  };
  return walk(value, once) as T;
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return walkList(value, change);
  if (!isObject(value)) return value;
  const touched: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    // Read once, because a getter may return a new list at each read.
    const own = value[name];
    const inner = walk(own, change);
    if (inner !== own) touched.push([name, inner]);
  }
  if (touched.length === 0) return value;
  // Not by assignment, because a field named __proto__ is data like any other. The order of fields is kept.
  const shown = new Map(touched);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown.get(name) ?? inner]));
}

function walkList(list: readonly unknown[], change: (text: string) => string): readonly unknown[] {
  let shown: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const inner = walk(item, change);
    if (inner === item) continue;
    shown ??= [...list];
    shown[index] = inner;
  }
  return shown ?? list;
}
