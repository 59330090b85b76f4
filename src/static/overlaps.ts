import { claimsOf, selectorsOf, type Claim, type ObjectClaim } from './claims.ts';
import type { Manifest } from './manifest.ts';
import { clusterPlacements, namespacedPlacements } from './placements.ts';
import type { World } from './world.ts';

/** An object, or the content of a namespace, that two placements hold. */
export interface SharedClaim {
  readonly other: Manifest;
  /** Pointers to the two selectors. */
  readonly ours: string;
  readonly theirs: string;
  /** `undefined`: whatever the ResourcePlacement selects, since the other one holds its whole namespace. */
  readonly what: Claim | undefined;
}

interface Holder {
  readonly placement: Manifest;
  readonly claim: Claim;
}

/** All that a placement and others of the World hold in common; the first such thing for each pair of selectors stands first. */
export function sharedClaims(placement: Manifest, world: World): readonly SharedClaim[] {
  const index = indexOf(world);
  const shared: SharedClaim[] = [];
  const add = (holders: readonly Holder[] | undefined, ours: Claim): void => {
    for (const { placement: other, claim } of holders ?? []) {
      if (other !== placement) shared.push({ other, ours: ours.at, theirs: claim.at, what: ours.kind === 'object' ? ours : claim });
    }
  };
  for (const claim of claimsOf(placement, world)) {
    if (claim.kind === 'object') add(index.objects.get(keyOf(claim)), claim);
    add(claim.namespace === undefined ? undefined : index.namespaces.get(claim.namespace), claim);
    if (claim.kind === 'namespace') add(index.contents.get(claim.namespace), claim);
  }
  const [selector] = placement.object.kind === 'ResourcePlacement' ? selectorsOf(placement) : [];
  if (selector === undefined) return shared;
  for (const { placement: other, claim } of index.namespaces.get(placement.namespace ?? '') ?? []) {
    shared.push({ other, ours: selector.at, theirs: claim.at, what: undefined });
  }
  return shared;
}

interface ClaimIndex {
  readonly objects: ReadonlyMap<string, readonly Holder[]>;
  /** Placements that hold a whole namespace. */
  readonly namespaces: ReadonlyMap<string, readonly Holder[]>;
  /** Placements that hold single objects of a namespace. */
  readonly contents: ReadonlyMap<string, readonly Holder[]>;
}

const indexes = new WeakMap<World, ClaimIndex>();

function indexOf(world: World): ClaimIndex {
  const known = indexes.get(world);
  if (known !== undefined) return known;
  const placements = [...clusterPlacements(world), ...namespacedPlacements(world)];
  const holders = placements.flatMap((placement) => claimsOf(placement, world).map((claim) => ({ placement, claim })));
  const objects = holders.filter(({ claim }) => claim.kind === 'object');
  const index = {
    objects: Map.groupBy(objects, ({ claim }) => (claim.kind === 'object' ? keyOf(claim) : '')),
    namespaces: Map.groupBy(
      holders.filter(({ claim }) => claim.kind === 'namespace'),
      ({ claim }) => claim.namespace ?? '',
    ),
    contents: Map.groupBy(
      objects.filter(({ claim }) => claim.namespace !== undefined),
      ({ claim }) => claim.namespace ?? '',
    ),
  };
  indexes.set(world, index);
  return index;
}

function keyOf({ group, objectKind, namespace, name }: ObjectClaim): string {
  return `${group}/${objectKind}/${namespace ?? ''}/${name}`;
}
