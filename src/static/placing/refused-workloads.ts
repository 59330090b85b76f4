import { isRefusedWorkload } from '../../fleet/kubefleet/refused-workload.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { picks } from './placements-of-object.ts';
import type { World } from '../world/world.ts';

/**
 * Whether a placement is to bring an object to clusters that the hub refuses to create. A Helm hook is not applied with the rest, and one
 * that tests a release never is; what the hub holds, it let pass.
 */
export function isRefusedIn(placement: Manifest, manifest: Manifest, world: World): boolean {
  const { apiVersion, ...ref } = manifestRef(manifest);
  if (ref.namespace === undefined || !isRefusedWorkload({ apiVersion, ...ref }) || !isNamed(manifest)) return false;
  if (manifest.object.metadata.annotations?.['helm.sh/hook'] !== undefined) return false;
  return picks(placement, manifest, world) && hubHolds({ group: groupOf(apiVersion), ...ref }, world) !== true;
}
