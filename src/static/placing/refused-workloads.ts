import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { picks } from './placements-of-object.ts';
import type { World } from '../world/world.ts';

/**
 * Whether a placement sends an object that the hub refuses to create. A Helm hook is not applied with the rest, and a test hook never is.
 * Objects that are already on the hub were accepted.
 */
export function isRefusedIn(placement: Manifest, manifest: Manifest, world: World): boolean {
  const { apiVersion, ...ref } = manifestRef(manifest);
  if (ref.namespace === undefined || !isRefusedWorkload({ apiVersion, ...ref }) || !isNamed(manifest)) return false;
  if (manifest.object.metadata.annotations?.['helm.sh/hook'] !== undefined) return false;
  return picks(placement, manifest, world) && hubHolds({ group: groupOf(apiVersion), ...ref }, world) !== true;
}
