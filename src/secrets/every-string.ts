import { isObject } from '../fleet/json.ts';

/** The value with every text in it changed, but names of fields; what no change touches stays the very same. Equal texts are asked for once. */
export function withEveryString<T>(value: T, change: (text: string) => string): T {
  const changed = new Map<string, string>();
  const once = (text: string): string => {
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
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, walk(inner, change)] as const);
  return fields.some(([name, inner]) => inner !== value[name]) ? Object.fromEntries(fields) : value;
}
