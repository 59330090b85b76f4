/** How entries of two trees are matched: by name and by hubs. */
export interface Likeness<Entry> {
  readonly nameOf: (entry: Entry) => string;
  readonly hubs: {
    /** For each hub of an entry of the head, the hubs that it may have had in the base; the most likely first. See `Hubs`. */
    readonly head: (entry: Entry) => readonly (readonly string[])[];
    readonly base: (entry: Entry) => readonly string[];
  };
}

/** An entry of the head may have had any hub in the base. */
export const ANY_BEFORE = '*';
/** An entry of the head has come from no hub: it is about what the base had, and other entries may be about the same. */
export const AS_BEFORE = '=';

export interface Matched<Entry> {
  /** Entries of the head that the base has for all their hubs, or for places from which they may have come. */
  readonly kept: ReadonlySet<Entry>;
  /** Entries that only the base has. */
  readonly left: readonly Entry[];
}

/** Matches entries of a tree with those of its base. Each entry of the base is used once for each of its hubs, but for `AS_BEFORE`. */
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
    const isHub = (each: string): boolean => each === hub || hub === ANY_BEFORE;
    const from = byName.get(name)?.find(({ hubs }) => hub === AS_BEFORE || hubs.some(isHub));
    if (from === undefined) return false;
    if (hub !== AS_BEFORE) from.hubs.splice(from.hubs.findIndex(isHub), 1);
    taken.add(from.entry);
    return true;
  };
  // Entries at the same place are matched before those that may have moved.
  const open = head.map((entry) => {
    const name = nameOf(entry);
    return { entry, name, missing: hubsOf.head(entry).filter(([hub = '']) => !takes(name, hub)) };
  });
  const isMoved = ({ name, missing }: (typeof open)[number]): boolean =>
    [...new Map(missing.map(([, ...earlier]) => [earlier.join(), earlier])).values()].every((earlier) =>
      earlier.some((hub) => takes(name, hub)),
    );
  return { kept: new Set(open.filter(isMoved).map(({ entry }) => entry)), left: base.filter((entry) => !taken.has(entry)) };
}
