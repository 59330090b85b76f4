import { stringAt } from '../fleet/json/json.ts';
import { PLACEMENT_GROUP } from '../fleet/kubefleet/kinds.ts';
import { displayName, groupOf, type KubeObject, objectKey, refOf } from '../fleet/kubernetes/object.ts';
import type { ReadyReason } from '../report.ts';
import type { ChangedPlacement } from './changed-placement.ts';
import type { ChangedObjects } from './changed-objects.ts';
import { aboutOf } from './former-rollouts.ts';

/** Evictions of the change that the hub does not have yet: each removes a placement from a cluster, which no rollout shows. */
export function evictionReasons(
  placement: ChangedPlacement,
  objects: readonly KubeObject[],
  changes: Pick<ChangedObjects, 'mayBeChanged'>,
): readonly ReadyReason[] {
  if (placement.ref.kind !== 'ClusterResourcePlacement') return [];
  return objects
    .filter((object) => isEvictionFrom(placement.ref.name, object) && changes.mayBeChanged(objectKey(refOf(object))))
    .map((eviction) => {
      const cluster = stringAt(eviction, 'spec', 'clusterName') ?? '';
      const message = `${displayName(refOf(eviction))} removes ${displayName(placement.ref)} from ${cluster}.`;
      return { id: 'eviction', effect: 'warns', ...aboutOf(placement), clusters: [cluster], message };
    });
}

function isEvictionFrom(placement: string, object: KubeObject): boolean {
  const isEviction = object.kind === 'ClusterResourcePlacementEviction' && groupOf(object.apiVersion) === PLACEMENT_GROUP;
  return isEviction && stringAt(object, 'spec', 'placementName') === placement;
}
