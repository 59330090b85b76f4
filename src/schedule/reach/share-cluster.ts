import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { policyOf, type ClusterSelectorTerm, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { excludeEachOther } from './label-logic.ts';
import { couldPick, picksNone } from './possible-clusters.ts';

/**
 * Whether two placements could ever hold the same cluster. `false` only if that is impossible: PickFixed lists share no name, one policy
 * requests no cluster, required labels exclude each other, or no known member has the labels for both. Health, taints, numbers and scores
 * may change, so they never lead to `false`. Use `schedule` to find out whether the two share a cluster today.
 */
export function canShareCluster(one: KubeObject, other: KubeObject, members: readonly MemberCluster[] | undefined): boolean {
  const [a, b] = [policyOf(one), policyOf(other)];
  if (picksNone(a) || picksNone(b) || !policiesAllow(a, b)) return false;
  if (members === undefined) return true;
  const [picksA, picksB] = [couldPick(a), couldPick(b)];
  return members.some((cluster) => picksA(cluster) && picksB(cluster));
}

/** Whether names and required labels allow a common cluster on some fleet. */
export function policiesAllow(a: PlacementPolicy, b: PlacementPolicy): boolean {
  if (a.placementType === 'PickFixed' && b.placementType === 'PickFixed')
    return a.clusterNames.some((name) => b.clusterNames.includes(name));
  return alternatives(a).some((term) => alternatives(b).some((against) => !excludeEachOther(term, against)));
}

const ANY: ClusterSelectorTerm = { labels: undefined, properties: [] };

/** The terms of which a cluster must match at least one; PickFixed ignores them. */
export function alternatives({ placementType, required }: PlacementPolicy): readonly ClusterSelectorTerm[] {
  return placementType === 'PickFixed' || required.length === 0 ? [ANY] : required;
}
