import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { policyOf, type PlacementPolicy } from '../../fleet/kubefleet/placement-policy.ts';
import { groupByAll } from '../../fleet/memo/group-by-all.ts';
import { termIndex } from './term-index.ts';
import { couldPick, picksNone } from './possible-clusters.ts';
import { policiesAllow } from './share-cluster.ts';

/** The common facts of placements that could hold the same clusters. */
export interface Reach {
  /** The policy of one of them. The others differ only in fields that are ignored here (tolerations, spread, numbers, scores). */
  readonly policy: PlacementPolicy;
  /** The clusters by name, if the fleet is known. */
  readonly clusters: readonly string[] | undefined;
}

export interface ReachIndex {
  /** Returns the reach of an indexed placement; the same value for equal reaches, and `undefined` for other placements. */
  of(placement: KubeObject): Reach | undefined;
  /** The reaches that could share a cluster with this one, as `canShareCluster` answers for two placements. */
  sharing(reach: Reach): ReadonlySet<Reach>;
}

/** Indexes placements by the clusters they could ever hold, so that those that could share one are found without comparing all pairs. */
export function reachIndex(placements: Iterable<KubeObject>, members: readonly MemberCluster[] | undefined): ReachIndex {
  const byPolicy = new Map<string, Reach>();
  const byPlacement = new Map<KubeObject, Reach>();
  const byClusters = new Map<string, Reach>();
  for (const placement of placements) {
    const policy = policyOf(placement);
    const key = keyOf(policy);
    const known = byPolicy.get(key) ?? merged(reachOf(policy, members), byClusters);
    byPolicy.set(key, known);
    byPlacement.set(placement, known);
  }
  const all = new Set(byPolicy.values());
  const candidates = members === undefined ? fromPolicies([...all]) : fromClusters(all);
  const sharing = new Map<Reach, ReadonlySet<Reach>>();
  return {
    of: (placement) => byPlacement.get(placement),
    sharing: (reach) => {
      const known = sharing.get(reach) ?? new Set(candidates(reach));
      sharing.set(reach, known);
      return known;
    },
  };
}

function keyOf(policy: PlacementPolicy): string {
  if (picksNone(policy)) return 'none';
  const { placementType, clusterNames, required } = policy;
  return JSON.stringify(
    placementType === 'PickFixed' ? { names: clusterNames.toSorted() } : { labels: required.map(({ labels }) => ({ labels })) },
  );
}

function reachOf(policy: PlacementPolicy, members: readonly MemberCluster[] | undefined): Reach {
  return { policy, clusters: members?.filter(couldPick(policy)).map(({ name }) => name) };
}

/** Merges policies that have the same clusters in a known fleet. */
function merged(reach: Reach, byClusters: Map<string, Reach>): Reach {
  if (reach.clusters === undefined) return reach;
  const key = reach.clusters.join(' ');
  const known = byClusters.get(key) ?? reach;
  byClusters.set(key, known);
  return known;
}

type Candidates = (reach: Reach) => Iterable<Reach>;

/** If two policies could pick the same cluster, that cluster shows that their policies are compatible. */
function fromClusters(all: Iterable<Reach>): Candidates {
  const holders = groupByAll(all, ({ clusters = [] }) => clusters);
  return ({ clusters = [] }) => clusters.flatMap((name) => holders.get(name) ?? []);
}

function fromPolicies(all: readonly Reach[]): Candidates {
  const { fixed = [], labelled = [] } = Object.groupBy(
    all.filter(({ policy }) => !picksNone(policy)),
    ({ policy }) => (policy.placementType === 'PickFixed' ? 'fixed' : 'labelled'),
  );
  const byName = groupByAll(fixed, ({ policy }) => policy.clusterNames);
  const byLabel = termIndex(labelled, ({ policy }) => policy.required);
  return ({ policy }) => {
    if (picksNone(policy)) return [];
    const others =
      policy.placementType === 'PickFixed'
        ? [...policy.clusterNames.flatMap((name) => byName.get(name) ?? []), ...labelled]
        : [...fixed, ...byLabel(policy.required)];
    return others.filter((other) => policiesAllow(policy, other.policy));
  };
}
