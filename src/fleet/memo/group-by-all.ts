/** Like `Map.groupBy` for items of several keys: each stands under every key it has, in the order of the items. */
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
