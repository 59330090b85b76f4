import { isDeepStrictEqual } from 'node:util';
import type { HubProfile } from '../../fleet/kubefleet/kinds.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { policyOf, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import { existingOf } from '../existing.ts';
import type { Scheduling } from '../outcome.ts';
import { schedule } from '../schedule.ts';
import { implies } from './label-logic.ts';
import { alternatives, canShareCluster } from './share-cluster.ts';

/** `notCovered`: the clusters that are certainly not covered, by name if the names are known. */
export type Coverage =
  | { readonly kind: 'covered' }
  | { readonly kind: 'notCovered'; readonly clusters: readonly string[] }
  | { readonly kind: 'unknown' };

/** The known fleet, and the time at which it is judged. */
export interface KnownFleet {
  readonly clusters: readonly MemberCluster[];
  readonly now: Date;
  readonly target?: HubProfile | undefined;
  /** Policy snapshots and bindings of the hub, if they are known: clusters that are held stay held. */
  readonly decided?: readonly KubeObject[];
}

/**
 * Whether every cluster of a placement is also a cluster of one of the other placements. The namespace of a ResourcePlacement must exist on
 * each of its clusters. With a fleet, the answer is what the scheduler would decide today; without one, only what follows from the
 * policies, else `unknown`.
 */
export function everyClusterCovered(placement: KubeObject, others: readonly KubeObject[], fleet: KnownFleet | undefined): Coverage {
  if (others.length === 0) return { kind: 'notCovered', clusters: [] };
  return fleet === undefined ? fromPolicies(placement, others) : fromFleet(placement, others, fleet);
}

function fromFleet(placement: KubeObject, others: readonly KubeObject[], { clusters, now, target, decided = [] }: KnownFleet): Coverage {
  // Namespaces that the other placements will bring do not exist yet, and must not exclude clusters for this placement.
  const unaware = clusters.map((cluster): MemberCluster => ({ ...cluster, namespaces: 'untracked' }));
  const decide = (object: KubeObject, over: readonly MemberCluster[]): Scheduling =>
    schedule({ placement: object, clusters: over, now, target, existing: existingOf(object, object.metadata.namespace, decided) });
  const wanted = decide(placement, unaware);
  const given = others.map((other) => decide(other, clusters));
  if ([wanted, ...given].some(({ outcome }) => outcome === 'Stuck' || outcome === 'Pending')) return { kind: 'unknown' };
  const covered = new Set(given.flatMap(({ picked }) => picked));
  const missing = wanted.picked.filter((name) => !covered.has(name)).toSorted();
  return missing.length === 0 ? { kind: 'covered' } : { kind: 'notCovered', clusters: missing };
}

function fromPolicies(placement: KubeObject, others: readonly KubeObject[]): Coverage {
  const wanted = policyOf(placement);
  const given = others.map(policyOf);
  if (given.some((policy) => isDeepStrictEqual(policy, wanted) || covers(policy, wanted))) return { kind: 'covered' };
  const named = given.filter(({ placementType }) => placementType === 'PickFixed');
  if (wanted.placementType === 'PickFixed' && named.length === given.length) {
    const names = new Set(named.flatMap(({ clusterNames }) => clusterNames));
    const missing = wanted.clusterNames.filter((name) => !names.has(name)).toSorted();
    return missing.length === 0 ? { kind: 'covered' } : { kind: 'notCovered', clusters: missing };
  }
  if (others.some((other) => canShareCluster(placement, other, undefined))) return { kind: 'unknown' };
  return { kind: 'notCovered', clusters: [] };
}

/** Whether PickAll with `given` picks every cluster that `wanted` can pick: no term of `given` matches less, and it tolerates no less. */
function covers(given: PlacementPolicy, wanted: PlacementPolicy): boolean {
  if (given.placementType !== 'PickAll' || (wanted.placementType !== 'PickAll' && wanted.placementType !== 'PickN')) return false;
  const toleratesAsMuch = wanted.tolerations.every((toleration) => given.tolerations.some((other) => isDeepStrictEqual(other, toleration)));
  return toleratesAsMuch && alternatives(wanted).every((term) => alternatives(given).some((wider) => implies(term, wider)));
}
