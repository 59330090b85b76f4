import { groupOf, type ObjectRef } from '../fleet/object.ts';
import { claimsOf } from './claims.ts';
import { manifestRef } from './identity.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** Whether a placement sends an object of the manifests to its clusters, as far as its selectors are known. */
export function places(placement: Manifest, manifest: Manifest, world: World): boolean {
  const { apiVersion, ...ref } = manifestRef(manifest);
  return selects(placement, { group: groupOf(apiVersion), ...ref }, world);
}

/** The same of an object that need not be among the manifests. */
export function selects(placement: Manifest, ref: Omit<ObjectRef, 'apiVersion'> & { readonly group: string }, world: World): boolean {
  return claimsOf(placement, world).some((claim) => {
    if (claim.kind === 'namespace') return claim.namespace === ref.namespace;
    const isThere = (claim.namespace ?? ref.namespace) === ref.namespace;
    return isThere && claim.group === ref.group && claim.objectKind === ref.kind && claim.name === ref.name;
  });
}
