import { heldObjects } from '../../fleet/kubefleet/held-objects.ts';
import { type KubeObject, objectKey, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import type { PlacementContext } from '../rollout/context.ts';

/** What is known of an object that a cluster gets: as in its Works, in the resource snapshots of the placement and in the deploy. */
export function knownContents(
  { view, deploy = [] }: PlacementContext,
  { works = [] }: ClusterState,
  object: ObjectRef,
): readonly KubeObject[] {
  const key = objectKey(object);
  const holders = [...works.map((work) => work.object), ...(view.groups ?? []).flatMap((group) => group.objects), ...deploy];
  return holders.flatMap(heldObjects).filter((held) => objectKey(refOf(held)) === key);
}
