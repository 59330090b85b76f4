import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { hubObject } from './hub-holds.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/**
 * Whether the base or the hub has a placement with strategy External: the hub then refuses another one. Source:
 * `apis/placement/v1beta1/clusterresourceplacement_types.go`, the CEL rule on the type of the strategy.
 */
export function isExternalBefore(placement: Manifest, world: World): boolean {
  const { apiVersion: _version, ...ref } = manifestRef(placement);
  const before = world.before(placement);
  const known = [before?.live, before?.manifest, hubObject({ group: PLACEMENT_GROUP, ...ref }, world)];
  return known.some(isExternal);
}
