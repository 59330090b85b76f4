import { objectKey } from '../../../fleet/kubernetes/object.ts';
import { once } from '../../../fleet/memo/once.ts';
import { areOfDifferentHubs, type HubWorld, inWorlds, SHARED_WORLD } from '../../world/hub-world.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';

/** Finds the ConfigMap of a name in the namespace of a Kustomization; `undefined` if it is not known which one it is. */
export type FindConfigMap = (kustomization: Manifest, name: string) => Manifest | undefined;

/**
 * Each hub may have a ConfigMap of one name: then that on the hub of the Kustomization counts. One that is certainly for another hub does not.
 * @param worlds see `worldsWithDeployers`
 */
export function configMapFinder(manifests: readonly Manifest[], worlds: () => readonly HubWorld[]): FindConfigMap {
  const hubs = once(() => hubsOf(manifests, worlds()));
  return (kustomization, name) => {
    const found = manifests.filter(
      ({ object, namespace }) => object.kind === 'ConfigMap' && object.metadata.name === name && namespace === kustomization.namespace,
    );
    if (found.length === 0) return undefined;
    const [hub, ...others] = hubs().of(kustomization);
    if (hub === undefined || others.length > 0) return onlyOne(found);
    const beside = found.filter((each) => hubs().of(each).has(hub));
    return onlyOne(beside.length > 0 ? beside : found.filter((each) => !hubs().isElsewhere(each, hub)));
  };
}

function onlyOne([first, ...others]: readonly Manifest[]): Manifest | undefined {
  return others.length === 0 ? first : undefined;
}

interface HubsOfManifests {
  /** The worlds of a manifest; empty if they are not known. */
  readonly of: (manifest: Manifest) => ReadonlySet<string>;
  /** Whether all worlds of a manifest are for other hubs than this one: by their clusters, or because both have the same object. */
  readonly isElsewhere: (manifest: Manifest, hub: string) => boolean;
}

function hubsOf(manifests: readonly Manifest[], worlds: readonly HubWorld[]): HubsOfManifests {
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
      new Set(own.filter(({ object }) => object.kind !== 'Namespace').map((each) => objectKey(manifestRef(each)))),
    ]),
  );
  const areApart = (one: string, other: string): boolean => {
    const [a, b] = [byName.get(one), byName.get(other)];
    if (a !== undefined && b !== undefined && areOfDifferentHubs(a, b)) return true;
    return keys.get(one)?.isDisjointFrom(keys.get(other) ?? new Set()) === false;
  };
  const of = (manifest: Manifest): ReadonlySet<string> => known.get(manifest) ?? new Set();
  return { of, isElsewhere: (manifest, hub) => of(manifest).size > 0 && [...of(manifest)].every((each) => areApart(each, hub)) };
}
