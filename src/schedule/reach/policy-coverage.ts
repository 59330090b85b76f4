import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { policyOf, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import { implies } from './label-logic.ts';
import { alternatives, canShareCluster } from './share-cluster.ts';

/** `notCovered`: the clusters that are certainly not covered, by name if the names are known. */
export type Coverage =
  | { readonly kind: 'covered' }
  | { readonly kind: 'notCovered'; readonly clusters: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * Whether every cluster that a placement can pick is also a cluster of one of the other placements, judged only by their policies. The
 * namespace of a ResourcePlacement must exist on each of its clusters.
 */
export function coverageByPolicies(placement: KubeObject, others: readonly KubeObject[]): Coverage {
  if (others.length === 0) return { kind: 'notCovered', clusters: [] };
  const wanted = policyOf(placement);
  const given = others.map(policyOf);
  if (given.some((policy) => picksTheSame(policy, wanted) || covers(policy, wanted))) return { kind: 'covered' };
  const named = given.filter(({ placementType }) => placementType === 'PickFixed');
  if (wanted.placementType === 'PickFixed' && named.length === given.length) {
    const names = new Set(named.flatMap(({ clusterNames }) => clusterNames));
    const missing = wanted.clusterNames.filter((name) => !names.has(name)).toSorted();
    return missing.length === 0 ? { kind: 'covered' } : { kind: 'notCovered', clusters: missing };
  }
  if (others.some((other) => canShareCluster(placement, other, undefined))) return { kind: 'unknown' };
  return { kind: 'notCovered', clusters: [] };
}

/**
 * Whether two policies always pick the same clusters. With PickN they may differ even if they are equal: a placement keeps the clusters
 * that it has, whatever their scores are now. Source: `pkg/scheduler/framework/framework.go`, runSchedulingCycleForPickNPlacementType.
 */
function picksTheSame(one: PlacementPolicy, other: PlacementPolicy): boolean {
  return one.placementType !== 'PickN' && isDeepStrictEqual(one, other);
}

/** Whether PickAll with `given` picks every cluster that `wanted` can pick: no term of `given` matches less, and it tolerates no less. */
function covers(given: PlacementPolicy, wanted: PlacementPolicy): boolean {
  if (given.placementType !== 'PickAll' || (wanted.placementType !== 'PickAll' && wanted.placementType !== 'PickN')) return false;
  const toleratesAsMuch = wanted.tolerations.every((toleration) => given.tolerations.some((other) => isDeepStrictEqual(other, toleration)));
  return toleratesAsMuch && alternatives(wanted).every((term) => alternatives(given).some((wider) => implies(term, wider)));
}
