import { stringAt } from '../../../fleet/json/json.ts';
import { isDeleting, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { viewPlacement } from '../../view/placement.ts';
import { derivedObjects, seenObjects } from '../../view/seen.ts';

/**
 * Whether a placement sends a cluster the namespace that an object lacks there, as the member says: it is on its way, or something deleted
 * it on the member.
 */
export function isNamespaceSupplied({ hub }: PlacementContext, cluster: string, { namespace }: ObjectRef, answer: string): boolean {
  if (namespace === undefined || !answer.includes(`namespaces "${namespace}" not found`)) return false;
  return (seenObjects(hub, 'ClusterResourcePlacement') ?? []).some((placement) => {
    const newest = viewPlacement(hub, placement).groups?.[0];
    const isHeld = newest?.objects.some(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace) === true;
    const bindings = isHeld ? (derivedObjects(hub, 'ClusterResourceBinding', placement, undefined) ?? []) : [];
    return bindings.some((binding) => stringAt(binding, 'spec', 'targetCluster') === cluster && !isDeleting(binding));
  });
}
