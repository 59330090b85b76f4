import { displayName } from '../../fleet/kubernetes/object.ts';
import type { Reach } from '../../schedule/reach/reach-index.ts';
import { placedItemIndex, placedObjectKey, type Holder, type Holders } from './placed-objects-index.ts';
import { placedItemsOf, isLeftOutByName, type PlacedItem } from './placed-objects.ts';
import { manifestSurroundings } from '../world/manifest-content.ts';
import { placementRefusal } from '../../selection/refusal.ts';
import { readSelectors, selectorsOf, type Selector } from '../world/selectors.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** An item of one placement that another one lays to the same thing, on clusters both could pick. */
export interface Overlap {
  readonly other: Holder;
  /** Pointer to our selector. */
  readonly at: string;
  /** `undefined`: whatever the ResourcePlacement selects, since the other one holds its whole namespace. */
  readonly what: PlacedItem | undefined;
}

/**
 * What a placement and those before it could put on the same clusters: the first such thing for each of them. A pair is told once, at the
 * later of the two; an object that is declared twice is one placement; where names or policy are not written out nothing is told.
 * @param isEnough whether a pointer has overlaps enough: of thousands that hold the same, not each needs to know each
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

/** The first selector of a ResourcePlacement that may take something of its namespace; none if the hub refuses the placement. */
function firstTaking(placement: Manifest, world: World): Selector | undefined {
  if (placementRefusal(readSelectors(placement, world), manifestSurroundings(world)) !== undefined) return undefined;
  return selectorsOf(placement, world).find(
    (selector) =>
      selector.reach.kind === 'objects' && selector.reach.inHome === true && (selector.name === '' || !isLeftOutByName(selector)),
  );
}

/** The holders that could be on the same clusters, in their order: looked up from the shorter side. */
function within(holders: Holders, sharing: ReadonlySet<Reach>): readonly Holder[] {
  const reaches = holders.size < sharing.size ? [...holders.keys()].filter((reach) => sharing.has(reach)) : [...sharing];
  const groups = reaches.map((reach) => holders.get(reach) ?? []);
  const [only = [], ...others] = groups.filter(({ length }) => length > 0);
  return others.length === 0 ? only : [...only, ...others.flat()].toSorted((a, b) => a.order - b.order);
}
