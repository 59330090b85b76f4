import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { ClusterSelectorTerm, PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import { CycleError } from '../framework.ts';
import { termMatcher } from '../plugins/cluster-affinity.ts';

/** Whether a policy requests no cluster at all. */
export function picksNone({ placementType, numberOfClusters }: PlacementPolicy): boolean {
  return placementType === 'PickN' && numberOfClusters === 0;
}

/** Whether the policy could ever pick the cluster with its labels. Health, taints, scores and spread may change and are ignored. */
export function couldPick(policy: PlacementPolicy): (cluster: MemberCluster) => boolean {
  if (picksNone(policy)) return () => false;
  if (policy.placementType === 'PickFixed') {
    const names = new Set(policy.clusterNames);
    return ({ name }) => names.has(name);
  }
  const terms = policy.required.map(couldMatch);
  return (cluster) => terms.length === 0 || terms.some((matches) => matches(cluster));
}

/**
 * Properties change with every heartbeat, so only the labels of a term are compared. A term at which the scheduler stops could match any
 * cluster.
 */
function couldMatch({ labels }: ClusterSelectorTerm): (cluster: MemberCluster) => boolean {
  const matches = termMatcher({ labels, properties: [] });
  return (cluster) => {
    try {
      return matches(cluster);
    } catch (error) {
      if (error instanceof CycleError) return true;
      throw error;
    }
  };
}
