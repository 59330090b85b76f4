import { stringAt } from '../../fleet/json/json.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { reachIndex, type Reach, type ReachIndex } from '../../schedule/reach/reach-index.ts';
import { placedItemsOf, type PlacedItem, type PlacedObject } from './placed-objects.ts';
import { earliestFirst } from './earliest-first.ts';
import { manifestRef } from '../world/identity.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { clusterPlacements, isNamed, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/** The placements that send the same item, in order. */
export type Holders = ReadonlyMap<Reach, readonly Holder[]>;

/** A placement with one of its items. */
export interface Holder {
  readonly placement: Manifest;
  readonly placed: PlacedItem;
  /** In the form `Kind/name`. */
  readonly name: string;
  /**
   * The position of the placement among all: those that only the hub has first, and those that only report differences last; of the
   * others, cluster-scoped ones come first, then the order is that of `earliestFirst`.
   */
  readonly order: number;
  readonly reach: Reach;
}

interface PlacedItemIndex {
  readonly reaches: ReachIndex;
  readonly orders: ReadonlyMap<Manifest, number>;
  readonly objects: ReadonlyMap<string, Holders>;
  /** Placements that send a whole namespace. */
  readonly namespaces: ReadonlyMap<string, Holders>;
  /** Placements that send single objects of a namespace. */
  readonly contents: ReadonlyMap<string, Holders>;
}

/** The items of all placements without variables in their name and policy, by object and namespace; computed once for a World. */
export const placedItemIndex = oncePer((world: World): PlacedItemIndex => {
  const isOnHub = ({ onHub }: Manifest): boolean => onHub === true;
  const [wide, narrow] = [clusterPlacements(world).filter(isKnown), namespacedPlacements(world).filter(isKnown)];
  const placements = [
    ...[...wide, ...narrow].filter(isOnHub),
    ...[false, true].flatMap((reporting) =>
      [wide, narrow].flatMap((each) =>
        earliestFirst(
          each.filter((placement) => !isOnHub(placement) && isReporting(placement) === reporting),
          world,
        ),
      ),
    ),
  ];
  const reaches = reachIndex(
    placements.map(({ object }) => object),
    knownClusters(world),
  );
  const holders = placements.flatMap((placement, order): readonly Holder[] => {
    const reach = reaches.of(placement.object);
    const name = displayName(manifestRef(placement));
    return reach === undefined ? [] : placedItemsOf(placement, world).map((placed) => ({ placement, placed, name, order, reach }));
  });
  return {
    reaches,
    orders: new Map(placements.map((placement, order) => [placement, order])),
    objects: grouped(holders, ({ placed }) => (placed.kind === 'object' ? placedObjectKey(placed) : undefined)),
    namespaces: grouped(holders, ({ placed }) => (placed.kind === 'namespace' ? placed.namespace : undefined)),
    contents: grouped(holders, ({ placed }) => (placed.kind === 'object' ? placed.namespace : undefined)),
  };
});

/** It is the one that fails if it cannot take an object over. */
function isReporting({ object }: Manifest): boolean {
  return stringAt(object, 'spec', 'strategy', 'applyStrategy', 'type') === 'ReportDiff';
}

function isKnown(placement: Manifest): boolean {
  const homeless = placement.object.kind === 'ResourcePlacement' && placement.namespace === undefined;
  return !homeless && isNamed(placement) && isResolved(placement, '/spec/policy');
}

function grouped(holders: readonly Holder[], thingOf: (holder: Holder) => string | undefined): ReadonlyMap<string, Holders> {
  const byThing = Map.groupBy(holders, (holder) => thingOf(holder) ?? '');
  byThing.delete('');
  return new Map(byThing.entries().map(([thing, those]) => [thing, Map.groupBy(those, ({ reach }) => reach)]));
}

/** Equal for items of the same object. */
export function placedObjectKey({ group, objectKind, namespace, name }: PlacedObject): string {
  return `${group}/${objectKind}/${namespace ?? ''}/${name}`;
}
