import { areOfDifferentHubs, type HubWorld, inWorlds, SHARED_WORLD } from '../../world/hub-world.ts';
import type { Manifest } from '../../world/manifest.ts';
import { objectKeyOf } from '../../world/identity.ts';

/** The hubs of the manifests of a tree, as far as they are known. */
export interface HubsOfManifests {
  /** The worlds of a manifest; empty if they are not known. */
  readonly of: (manifest: Manifest) => ReadonlySet<string>;
  /** Whether all worlds of a manifest are for other hubs than this one: by their clusters, or because both have the same object. */
  readonly isElsewhere: (manifest: Manifest, hub: string) => boolean;
}

/** @param worlds see `worldsWithDeployers` */
export function hubsOfManifests(manifests: readonly Manifest[], worlds: readonly HubWorld[]): HubsOfManifests {
  const placed = inWorlds(manifests, worlds);
  const known = new Map(
    placed.map(({ world, sharedBy }, index) => [
      manifests[index],
      sharedBy ?? new Set(world === undefined || world === SHARED_WORLD ? [] : [world]),
    ]),
  );
  const byName = new Map(worlds.map((each) => [each.name, each]));
  const keys = new Map(
    [...Map.groupBy(placed, ({ world = SHARED_WORLD }) => world)].map(([world, own]) => [
      world,
      new Set(own.filter(({ object }) => object.kind !== 'Namespace').map(objectKeyOf)),
    ]),
  );
  const areApart = (one: string, other: string): boolean => {
    if (one === other) return false;
    const [a, b] = [byName.get(one), byName.get(other)];
    if (a !== undefined && b !== undefined && areOfDifferentHubs(a, b)) return true;
    return keys.get(one)?.isDisjointFrom(keys.get(other) ?? new Set()) === false;
  };
  const of = (manifest: Manifest): ReadonlySet<string> => known.get(manifest) ?? new Set();
  return { of, isElsewhere: (manifest, hub) => of(manifest).size > 0 && [...of(manifest)].every((each) => areApart(each, hub)) };
}
