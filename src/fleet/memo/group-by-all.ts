/** Like `Map.groupBy` for items with several keys: each item is listed under every key that it has, in the order of the items. */
export function groupByAll<T, Key>(items: Iterable<T>, keysOf: (item: T) => Iterable<Key>): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}
