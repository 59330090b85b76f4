import { keyOfManifest } from '../world/manifest-key.ts';
import { folderOf, type Manifest } from '../world/manifest.ts';

/** The places of a tree, by their names, each with what it has. */
export type Places = ReadonlyMap<string, readonly Manifest[]>;

/** Whether an object of a place may be the one that the base had at another place. */
export type OriginFinder = (key: string, from: string, to: string) => boolean;

/**
 * Finds where an object, by `keyOfManifest`, has come from that a place has not had before: from a place that no longer has it. If there are
 * several, these belong together: places with equal objects, then those whose folders have the same last names, then those that have more
 * equal objects. A place whose likely counterpart is taken by a better one has none, unless the better one is only similar.
 * @param isPossible whether the objects of a place of the base may be at another one
 */
export function originFinder(before: Places, now: Places, isPossible: (from: string, to: string) => boolean = () => true): OriginFinder {
  const [had, has] = [placesByKey(before), placesByKey(now)];
  const likenessOf = likenessBetween(before, now);
  const known = new Map<string, ReadonlySet<string>>();
  const originsOf = (key: string): ReadonlySet<string> => {
    const [was, is] = [had.get(key) ?? NOWHERE, has.get(key) ?? NOWHERE];
    const [lost, gained] = [was.difference(is), is.difference(was)];
    const pairs = [...lost].flatMap((from) => [...gained].filter((to) => isPossible(from, to)).map((to): Pair => ({ from, to })));
    return new Set((pairs.length < 2 ? pairs : likelyOf(pairs, likenessOf)).map(nameOf));
  };
  return (key, from, to) => {
    const origins = known.get(key) ?? originsOf(key);
    known.set(key, origins);
    return origins.has(nameOf({ from, to }));
  };
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

const NOWHERE: ReadonlySet<string> = new Set();

function likelyOf(pairs: readonly Pair[], likenessOf: (pair: Pair) => number): readonly Pair[] {
  const byLikeness = [...Map.groupBy(pairs, likenessOf)].toSorted(([one], [other]) => other - one);
  const [takenFrom, takenTo] = [new Map<string, number>(), new Map<string, number>()];
  const found = byLikeness.flatMap(([likeness, alike]) => {
    const free = alike.filter(({ from, to }) => !takenFrom.has(from) && !takenTo.has(to));
    for (const { from, to } of free) {
      takenFrom.set(from, likeness);
      takenTo.set(to, likeness);
    }
    return free;
  });
  const isLeft = ({ from, to }: Pair): boolean => {
    const [one, other] = [takenFrom.get(from), takenTo.get(to)];
    return one === undefined ? (other ?? 0) < SAME_NAME : other === undefined && one < SAME_NAME;
  };
  return [...found, ...pairs.filter(isLeft)];
}

/** The likeness of places whose folders have one last name in common. Without one it is less. */
const SAME_NAME = 1;
/** More than any number of names. */
const EQUAL = 10_000;

function likenessBetween(before: Places, now: Places): (pair: Pair) => number {
  const [was, is] = [described(before), described(now)];
  return ({ from, to }) => {
    const [old, fresh] = [was(from), is(to)];
    const names = Math.max(
      0,
      ...old.endings
        .intersection(fresh.endings)
        .values()
        .map((ending) => ending.split('/').length),
    );
    const equal = old.contents.intersection(fresh.contents).size;
    const isEqual = equal === old.contents.size && equal === fresh.contents.size;
    return names + (isEqual ? EQUAL : equal / (equal + 1));
  };
}

interface Described {
  /** All ends of the paths of its folders. */
  readonly endings: ReadonlySet<string>;
  readonly contents: ReadonlySet<string>;
}

function described(places: Places): (place: string) => Described {
  const known = new Map<string, Described>();
  const describe = (manifests: readonly Manifest[]): Described => ({
    endings: new Set(new Set(manifests.map(folderOf)).values().flatMap(endingsOf)),
    contents: new Set(manifests.map(({ object }) => JSON.stringify(object))),
  });
  return (place) => {
    const found = known.get(place) ?? describe(places.get(place) ?? []);
    known.set(place, found);
    return found;
  };
}

function endingsOf(folder: string): readonly string[] {
  const names = folder.split('/').filter((name) => name !== '');
  return names.map((_, index) => names.slice(index).join('/'));
}

function placesByKey(places: Places): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [place, manifests] of places) {
    for (const key of manifests.map(keyOfManifest)) found.set(key, (found.get(key) ?? new Set()).add(place));
  }
  return found;
}

function nameOf({ from, to }: Pair): string {
  return `${from}\n${to}`;
}
