import { groupOf } from '../../fleet/kubernetes/object.ts';
import { placedBy } from '../placing/placements-of-object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { placementKind } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { overriddenDeliveriesBy, overridesIn } from './overridden-deliveries.ts';

/** What a placement rolls out: objects, and the overrides on them. */
export function rolledOutContent(placement: Manifest, world: World): readonly Manifest[] {
  return [...placedBy(placement, world), ...overridesOn(placement, world)];
}

/** The manifests of the same object in another tree, such as the base. */
export function sameIn(world: World, manifest: Manifest): readonly Manifest[] {
  return world.find({ ...manifestRef(manifest), group: groupOf(manifest.object.apiVersion) });
}

/** The overrides that change objects on the clusters of the placement. */
export function overridesOn(placement: Manifest, world: World): readonly Manifest[] {
  const all = [...placementKind(world, 'ClusterResourceOverride'), ...placementKind(world, 'ResourceOverride')];
  const own = new Set(overriddenDeliveriesBy(placement, world).flatMap(({ target }) => target.overrides));
  return all.filter((manifest) => {
    const override = overridesIn(world).get(manifest);
    return override !== undefined && own.has(override);
  });
}
