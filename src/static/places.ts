import { groupOf } from '../fleet/object.ts';
import { claimsOf } from './claims.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** Whether a placement sends an object of the manifests to its clusters, as far as its selectors are known. */
export function places(placement: Manifest, manifest: Manifest, world: World): boolean {
  const { apiVersion, kind, namespace, name } = manifestRef(manifest);
  return claimsOf(placement, world).some((claim) => {
    if (claim.kind === 'namespace') return claim.namespace === namespace;
    return claim.group === groupOf(apiVersion) && claim.objectKind === kind && claim.namespace === namespace && claim.name === name;
  });
}
