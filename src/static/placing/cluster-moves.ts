import { isDeepStrictEqual } from 'node:util';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { memberClusters, type MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { displayName, refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { policyOf, restsOnProperties } from '../../fleet/kubefleet/placement-policy.ts';
import { existingOf } from '../../schedule/existing.ts';
import { heldWithBase } from '../../schedule/held-with-base.ts';
import { schedule, type ScheduleInput } from '../../schedule/schedule.ts';
import { manifestRef } from '../world/identity.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { manifestContent } from '../world/manifest-content.ts';
import { clusterPlacements, isNamed, namespacedPlacements } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** A placement that a change of the member clusters affects. */
export interface Move {
  readonly cluster: string;
  /** `Kind/name`. */
  readonly placement: string;
  /** `undefined` for a placement that only the hub has. */
  readonly manifest: Manifest | undefined;
  /** `stays`: it keeps the cluster, which would not be picked today. */
  readonly kind: 'joins' | 'leaves' | 'stays';
  /** Why the cluster does not match, in the scheduler's words; empty if it does. */
  readonly reason: string;
}

/**
 * The effects of the change of MemberClusters on the placements, also on those of the hub if it was read, by cluster name. Each placement
 * starts with what it holds on the hub, else with what it would pick before the change, by its policy at that time. Effects of a new policy
 * on unchanged clusters are not included. Empty if the clusters before or after are not known.
 */
export const movesByCluster = oncePer((world: World): ReadonlyMap<string, readonly Move[]> =>
  Map.groupBy(allMoves(world), ({ cluster }) => cluster),
);

/** The same by the manifest of the placement. */
export const movesByPlacement = oncePer((world: World): ReadonlyMap<Manifest | undefined, readonly Move[]> =>
  Map.groupBy(allMoves(world), ({ manifest }) => manifest),
);

const allMoves = oncePer((world: World): readonly Move[] => {
  const { members, membersBefore } = world;
  const after = knownClusters(world);
  if (membersBefore === undefined || after === undefined || isDeepStrictEqual(members, membersBefore)) return [];
  const before = memberClusters(membersBefore);
  return placementsOf(world).flatMap((placed) => [...movesOf(placed, before, after, world)]);
});

interface Placed {
  readonly object: KubeObject;
  readonly namespace: string | undefined;
  readonly manifest: Manifest | undefined;
}

function placementsOf(world: World): readonly Placed[] {
  const known = [...clusterPlacements(world), ...namespacedPlacements(world)].filter(
    (placement) => isNamed(placement) && isResolved(placement, '/spec/policy'),
  );
  const content = manifestContent(world);
  const onHub = (world.hub?.objects ?? []).filter((object) => isPlacement(object) && !content.holds(refOf(object)));
  return [
    ...known.map((manifest) => ({ object: manifest.object, namespace: manifest.namespace, manifest })),
    ...onHub.map((object) => ({ object, namespace: object.metadata.namespace, manifest: undefined })),
  ];
}

function* movesOf(
  { object, namespace, manifest }: Placed,
  before: readonly MemberCluster[],
  after: readonly MemberCluster[],
  world: World,
): Iterable<Move> {
  const { now, decided, assumed, target } = world;
  // Labels and taints do not matter if clusters are named, and properties of assumed clusters are not known.
  const policy = policyOf(object);
  if (policy.placementType === 'PickFixed' || (assumed.size > 0 && restsOnProperties(policy))) return;
  const asked = { placement: object, namespace, now, target };
  const hub = existingOf(object, namespace, decided);
  const old = (manifest && world.before(manifest)?.manifest) ?? object;
  const { existing, scheduling: first } = heldWithBase({ ...asked, object: old, clusters: before }, hub);
  const unmoved = schedule({ ...asked, clusters: before, existing });
  const then = schedule({ ...asked, clusters: after, existing });
  if ([first, unmoved, then].some(({ outcome }) => outcome === 'Stuck' || outcome === 'Pending')) return;
  const [had, held, holds] = [new Set(first.picked), new Set(unmoved.picked), new Set(then.picked)];
  const [unfit, unfitBefore] = [unfitOf({ ...asked, clusters: after }), unfitOf({ ...asked, clusters: before })];
  const placement = displayName(manifest === undefined ? refOf(object) : manifestRef(manifest));
  for (const { name: cluster } of after) {
    const reason = unfit.get(cluster) ?? '';
    if (!held.has(cluster) && !had.has(cluster) && holds.has(cluster)) yield { cluster, placement, manifest, kind: 'joins', reason: '' };
    else if (held.has(cluster) && !holds.has(cluster)) yield { cluster, placement, manifest, kind: 'leaves', reason };
    else if (holds.has(cluster) && reason !== '' && !unfitBefore.has(cluster))
      yield { cluster, placement, manifest, kind: 'stays', reason };
  }
}

/**
 * The clusters whose labels or taints exclude the placement, each with the reason. The scheduler reports this for all clusters only if
 * nothing is held.
 */
function unfitOf(input: ScheduleInput): ReadonlyMap<string, string> {
  const refused = schedule(input).unpicked.filter(({ plugin }) => plugin === 'ClusterAffinity' || plugin === 'TaintToleration');
  return new Map(refused.map(({ cluster, reason }) => [cluster, reason]));
}
