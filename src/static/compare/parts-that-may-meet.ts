import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { objectKey } from '../../fleet/kubernetes/object.ts';
import { manifestRef } from '../world/identity.ts';
import type { Manifest } from '../world/manifest.ts';
import { isOverlayKey, isWorldKey, NO_PART, type TreePart } from './tree-parts.ts';

/** A part of a tree with the objects that it has of its own. */
interface OwnPart {
  readonly part: TreePart;
  readonly own: readonly Manifest[];
}

/**
 * For each part the others that it does not meet, though they may be for its hub: two overlays, or an overlay and a world. They are for
 * different hubs if both have an object of KubeFleet of one identity. Two worlds are, and so are folders that are checked apart.
 */
export function partsThatMayMeet(parts: readonly TreePart[]): ReadonlyMap<TreePart, readonly OwnPart[]> {
  const owned = parts
    .filter(({ key }) => key !== NO_PART && (isOverlayKey(key) || isWorldKey(key)))
    .map((part) => {
      const own = part.manifests.filter((manifest) => part.judged.has(manifest));
      return { part, own, identities: new Set(own.filter(({ object }) => isFleetObject(object)).map(keyOf)) };
    });
  return new Map(
    owned.map(({ part, identities }) => [
      part,
      owned.filter(
        (other) =>
          other.part !== part && (isOverlayKey(part.key) || isOverlayKey(other.part.key)) && identities.isDisjointFrom(other.identities),
      ),
    ]),
  );
}

function keyOf(manifest: Manifest): string {
  return objectKey(manifestRef(manifest));
}
