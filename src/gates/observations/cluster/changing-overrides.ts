import { BUILT_IN_APIS } from '../../../fleet/kubefleet/api-resource.ts';
import { memberCluster } from '../../../fleet/kubefleet/member-cluster.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { overridesOn } from '../../../schedule/override/placement-overrides.ts';
import { ruleMatches } from '../../../selection/override.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { namedOverrides } from '../../rollout/overrides-in-force.ts';

/**
 * The overrides that change an object on a cluster. They may cause a refusal by the member. Empty if overrides or the cluster's labels
 * cannot be read.
 */
export function changingOverrides({ hub, members }: PlacementContext, state: ClusterState, object: ObjectRef): readonly ObjectRef[] {
  const { binding, cluster } = state;
  const member = members?.get(cluster)?.object;
  if (binding === undefined || binding.overrides.length === 0 || member === undefined) return [];
  const named = namedOverrides(hub, binding) ?? new Map<never, never>();
  const { labels } = memberCluster(member);
  return overridesOn([...named.keys()], object, BUILT_IN_APIS)
    .filter(({ rules }) => rules.some((rule) => rule.operations.length > 0 && ruleMatches(rule, { labels })))
    .flatMap((override) => named.get(override) ?? []);
}
