import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { placedContent } from '../kustomize/placed-content.ts';
import type { Delivery } from './delivery.ts';

/** A delivery of a repository or a version that the change makes it take. */
export interface MovedDelivery {
  readonly delivery: Delivery;
  /** As reports name it, behind the word "deploy". */
  readonly name: string;
}

/**
 * The deployers that the change gives another repository, or another version of this one. Their run fails if the same folder of this tree has
 * objects of KubeFleet or content of a placement, as what they take then may have too.
 * @param foldersOf the folders that a delivery may bring, as reports name them
 */
export function movedDeliveries(
  moved: readonly MovedDelivery[],
  manifests: readonly Manifest[],
  foldersOf: (delivery: Delivery) => readonly string[],
): readonly NotEvaluated[] {
  const isPlaced = bringsPlaced(manifests, foldersOf);
  return moved.flatMap(({ delivery, name }) => {
    if (!isPlaced(delivery)) return [];
    const reason = `This change makes it deploy ${name}. What is there is not among these files, so it was not checked.`;
    return [{ ...unevaluated(delivery.manifest, reason), fleetObject: true as const }];
  });
}

/** Returns whether a delivery brings objects of KubeFleet or content of a placement. */
export function bringsPlaced(
  manifests: readonly Manifest[],
  foldersOf: (delivery: Delivery) => readonly string[],
): (delivery: Delivery) => boolean {
  const isPlaced = placedContent(manifests);
  return (delivery) => {
    const folders = foldersOf(delivery);
    const content = manifests.filter(({ file, overlay = file }) =>
      [file, overlay].some((each) => folders.some((folder) => isAtOrBelow(each, folder))),
    );
    const given = delivery.destination.by === 'own' ? [delivery.namespace, stringAt(delivery.changes, 'namespace')] : [];
    const namespaces = given.filter((each) => each !== undefined);
    return content.some(({ object }) => isFleetObject(object)) || isPlaced({ namespaces, manifests: content });
  };
}
