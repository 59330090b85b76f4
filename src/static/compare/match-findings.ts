import { hubBefore } from './hubs-of.ts';

/** How entries of two trees are matched: by name and by hubs. */
export interface Likeness<Entry> {
  readonly nameOf: (entry: Entry) => string;
  /** See `Hubs`. */
  readonly hubs: Readonly<Record<'head' | 'base', (entry: Entry) => readonly string[]>>;
}

export interface Matched<Entry> {
  /** Entries of the head that the base has for all their hubs, or for places from which they may have come. */
  readonly kept: ReadonlySet<Entry>;
  /** Entries that only the base has. */
  readonly left: readonly Entry[];
}

/** Matches entries of a tree with those of its base. Each entry of the base is used once for each of its hubs. */
export function matched<Entry>(
  head: readonly Entry[],
  base: readonly Entry[],
  { nameOf, hubs: hubsOf }: Likeness<NoInfer<Entry>>,
): Matched<Entry> {
  const byName = Map.groupBy(
    base.map((entry) => ({ entry, hubs: [...hubsOf.base(entry)] })),
    ({ entry }) => nameOf(entry),
  );
  const taken = new Set<Entry>();
  const takes = (name: string, hub: string): boolean => {
    const from = byName.get(name)?.find(({ hubs }) => hubs.includes(hub));
    if (from === undefined) return false;
    from.hubs.splice(from.hubs.indexOf(hub), 1);
    taken.add(from.entry);
    return true;
  };
  // Entries at the same place are matched before those that may have moved.
  const open = head.map((entry) => {
    const name = nameOf(entry);
    return { entry, name, missing: hubsOf.head(entry).filter((hub) => !takes(name, hub)) };
  });
  const kept = open.filter(({ name, missing }) => [...new Set(missing.map(hubBefore))].every((hub) => takes(name, hub)));
  return { kept: new Set(kept.map(({ entry }) => entry)), left: base.filter((entry) => !taken.has(entry)) };
}
