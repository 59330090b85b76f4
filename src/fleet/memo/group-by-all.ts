/** Like `Map.groupBy` for items with several keys: each item is listed under every key that it has, in the order of the items. */
export function groupByAll<T>(items: Iterable<T>, keysOf: (item: T) => Iterable<string>): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
