import { isObject } from '../fleet/json/json.ts';

/** From this length on a text is likely to be one that repeats: a remedy, an address. */
const LONG = 40;

/** The value with every text in it changed, but names of fields; what no change touches stays the very same. Equal long texts are asked for once. */
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
    // Asked for once: a list that is made for each who asks is another one each time.
    const own = value[name];
    const inner = walk(own, change);
    if (inner !== own) touched.push([name, inner]);
  }
  if (touched.length === 0) return value;
  // Not by assignment: a field named __proto__ is data like any other. The order of fields stays.
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
