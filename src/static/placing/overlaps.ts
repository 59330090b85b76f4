import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Reach } from '../../schedule/reach/reach-index.ts';
import { placedItemIndex, placedObjectKey, type Holder, type Holders } from './placed-objects-index.ts';
import { placedItemsOf, isLeftOutByName, onlyEnvelopeOf, type PlacedItem } from './placed-objects.ts';
import { manifestSurroundings } from '../world/manifest-content.ts';
import { placementRefusal } from '../../selection/refusal.ts';
import { readSelectors, selectorsOf, type Selector } from '../world/selectors.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** An item of one placement that another placement also sends, to clusters that both could pick. */
export interface Overlap {
  readonly other: Holder;
  /** Pointer to our selector. */
  readonly at: string;
  /** `undefined`: any object that the ResourcePlacement selects, because the other one sends its whole namespace. */
  readonly what: PlacedItem | undefined;
}

/**
 * The items that a placement and earlier placements could put on the same clusters: the first item for each other placement. A pair is
 * reported once, at the later placement. An object that is declared twice is one placement. If names or policies have variables, nothing is
 * reported.
 * @param isEnough whether a pointer has enough overlaps, because thousands of placements may send the same object
 */
export function* overlapsOf(placement: Manifest, world: World, isEnough: (at: string) => boolean): Generator<Overlap> {
  const index = placedItemIndex(world);
  const order = index.orders.get(placement);
  const reach = index.reaches.of(placement.object);
  if (order === undefined || reach === undefined) return;
  const name = displayName(manifestRef(placement));
  const sharing = index.reaches.sharing(reach);
  const found = new Set<Manifest>();
  const searched = new Set<Holders>();
  const add = function* (holders: Holders | undefined, at: string, ours?: PlacedItem): Generator<Overlap> {
    if (holders === undefined || searched.has(holders)) return;
    searched.add(holders);
    for (const other of within(holders, sharing)) {
      if (other.order >= order || isEnough(at)) return;
      if (other.name === name || found.has(other.placement)) continue;
      found.add(other.placement);
      yield { other, at, what: ours?.kind === 'namespace' ? other.placed : ours };
    }
  };
  for (const placed of placedItemsOf(placement, world)) {
    if (placed.kind === 'object') yield* add(index.objects.get(placedObjectKey(placed)), placed.at, placed);
    if (placed.namespace !== undefined) yield* add(index.namespaces.get(placed.namespace), placed.at, placed);
    if (placed.kind === 'namespace') yield* add(index.contents.get(placed.namespace), placed.at, placed);
  }
  const selector = placement.object.kind === 'ResourcePlacement' ? firstTaking(placement, world) : undefined;
  if (selector !== undefined) yield* add(index.namespaces.get(placement.namespace ?? ''), selector.at);
}

/** The first selector of a ResourcePlacement that may select an object of its namespace; none if the hub refuses the placement. */
function firstTaking(placement: Manifest, world: World): Selector | undefined {
  const read = readSelectors(placement, world);
  if (placementRefusal(read, manifestSurroundings(world)) !== undefined) return undefined;
  return selectorsOf(placement, world).find(
    (selector) =>
      selector.reach.kind === 'objects' &&
      selector.reach.inHome === true &&
      (selector.name === '' || !isLeftOutByName(selector)) &&
      onlyEnvelopeOf(selector, read.home, world) === undefined,
  );
}

/** The holders that could be on the same clusters, in order. The smaller collection is iterated. */
function within(holders: Holders, sharing: ReadonlySet<Reach>): readonly Holder[] {
  const reaches = holders.size < sharing.size ? [...holders.keys()].filter((reach) => sharing.has(reach)) : [...sharing];
  const groups = reaches.map((reach) => holders.get(reach) ?? []);
  const [only = [], ...others] = groups.filter(({ length }) => length > 0);
  return others.length === 0 ? only : [...only, ...others.flat()].toSorted((a, b) => a.order - b.order);
}
