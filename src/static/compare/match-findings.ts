import { hubBefore } from './hubs-of.ts';

/** How what is told of two trees is known again: by what it is called, and by what it is for. */
export interface Likeness<Entry> {
  readonly nameOf: (entry: Entry) => string;
  /** See `Hubs`. */
  readonly hubs: Readonly<Record<'head' | 'base', (entry: Entry) => readonly string[]>>;
}

export interface Matched<Entry> {
  /** What the head tells, and the base told of all that it is for, or of where that may have come from. */
  readonly kept: ReadonlySet<Entry>;
  /** What only the base tells. */
  readonly left: readonly Entry[];
}

/** Holds what is told of a tree against what was told of its base, of which each is taken once for each of what it is for. */
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
  // What stayed where it was comes before what may have come from there.
  const open = head.map((entry) => {
    const name = nameOf(entry);
    return { entry, name, missing: hubsOf.head(entry).filter((hub) => !takes(name, hub)) };
  });
  const kept = open.filter(({ name, missing }) => [...new Set(missing.map(hubBefore))].every((hub) => takes(name, hub)));
  return { kept: new Set(kept.map(({ entry }) => entry)), left: base.filter((entry) => !taken.has(entry)) };
}
