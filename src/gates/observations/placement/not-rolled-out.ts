import { isExternal } from '../../../fleet/kubefleet/is-external.ts';
import { kindInScopeOf } from '../../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { isDeleting, type KubeObject, objectKey, type ObjectRef, refOf } from '../../../fleet/kubernetes/object.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { type Difference, toBinding } from '../../view/binding.ts';
import { copiesOf } from '../../view/copies.ts';
import { isMissing } from '../differences-text.ts';
import { viewPlacement } from '../../view/placement.ts';
import { latestGroup } from '../../view/resource-snapshot.ts';
import { derivedObjects, seenObjects } from '../../view/seen.ts';

/**
 * Another placement, under strategy External, that places a missing object on this cluster and that no update run has rolled out there;
 * `undefined` if there is none. A comparison reports the object as a difference even so (KubeFleet issue 804).
 */
export function notRolledOut({ hub, view }: PlacementContext, cluster: string, difference: Difference): ObjectRef | undefined {
  const { object } = difference;
  if (!isMissing(difference)) return undefined;
  const placements = [
    ...(seenObjects(hub, 'ClusterResourcePlacement') ?? []),
    ...(seenObjects(hub, 'ResourcePlacement', object.namespace) ?? []).filter(({ metadata }) => metadata.namespace === object.namespace),
  ].filter((placement) => isExternal(placement) && !isDeleting(placement) && objectKey(refOf(placement)) !== objectKey(view.ref));
  const found = placements.find((placement) => isUntouched(hub, placement, cluster) && isPlacing(hub, placement, object));
  return found && refOf(found);
}

/** Whether it picked the cluster, and no run has given the binding a snapshot. */
function isUntouched(hub: HubState, placement: KubeObject, cluster: string): boolean {
  const kind = kindInScopeOf(placement, 'ResourceBinding');
  const bindings = derivedObjects(hub, kind, placement, placement.metadata.namespace) ?? [];
  return bindings
    .filter((binding) => stringAt(binding, 'spec', 'targetCluster') === cluster)
    .map(toBinding)
    .some(({ leaving, snapshotName }) => !leaving && snapshotName === '');
}

function isPlacing(hub: HubState, placement: KubeObject, object: ObjectRef): boolean {
  const { groups = [], reportDiff } = viewPlacement(hub, placement);
  const latest = latestGroup(groups);
  return !reportDiff && latest.kind === 'one' && copiesOf(latest.group.objects, object).length > 0;
}
