import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { policyOf, type ClusterSelectorTerm, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { excludeEachOther } from './label-logic.ts';
import { couldPick, picksNone } from './possible-clusters.ts';

/**
 * Whether two placements could ever hold a cluster in common. `false` only where that is impossible: PickFixed lists share no name, or one
 * asks for no cluster. So it is where required labels exclude each other, or no known member is labelled for both. Health, taints, numbers
 * and scores change, so they never make it `false`; whether the two share a cluster today is what `schedule` answers.
 */
export function canShareCluster(one: KubeObject, other: KubeObject, members: readonly MemberCluster[] | undefined): boolean {
  const [a, b] = [policyOf(one), policyOf(other)];
  if (picksNone(a) || picksNone(b) || !policiesAllow(a, b)) return false;
  if (members === undefined) return true;
  const [picksA, picksB] = [couldPick(a), couldPick(b)];
  return members.some((cluster) => picksA(cluster) && picksB(cluster));
}

/** Whether names and required labels leave room for a common cluster, whatever clusters there are. */
export function policiesAllow(a: PlacementPolicy, b: PlacementPolicy): boolean {
  if (a.placementType === 'PickFixed' && b.placementType === 'PickFixed')
    return a.clusterNames.some((name) => b.clusterNames.includes(name));
  return alternatives(a).some((term) => alternatives(b).some((against) => !excludeEachOther(term, against)));
}

const ANY: ClusterSelectorTerm = { labels: undefined, properties: [] };

/** The terms one of which a cluster must match; PickFixed looks at none. */
export function alternatives({ placementType, required }: PlacementPolicy): readonly ClusterSelectorTerm[] {
  return placementType === 'PickFixed' || required.length === 0 ? [ANY] : required;
}
