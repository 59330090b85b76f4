import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import { isOverlayKey, isWorldKey, type TreePart } from './tree-parts.ts';

/**
 * Whether a part may be for the hub of another one that it does not meet: two overlays, or an overlay and a world. They are for different hubs
 * if both have an object of KubeFleet of one identity. Two worlds are, and so are folders that are checked apart.
 */
export function mayMeet(one: TreePart, other: TreePart): boolean {
  const areOfOverlays =
    (isOverlayKey(one.key) && (isOverlayKey(other.key) || isWorldKey(other.key))) || (isWorldKey(one.key) && isOverlayKey(other.key));
  return one !== other && areOfOverlays && fleetIdentities(one).isDisjointFrom(fleetIdentities(other));
}

const fleetIdentities = oncePer(
  ({ manifests, judged }: TreePart): ReadonlySet<string> =>
    new Set(
      manifests
        .filter((manifest) => judged.has(manifest) && isFleetObject(manifest.object))
        .map((manifest) => objectKey(manifestRef(manifest))),
    ),
);
