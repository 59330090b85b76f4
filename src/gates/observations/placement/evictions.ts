import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import { typeOf } from '../../view/seen.ts';
import { quote } from './scheduling.ts';

/** Whether an object of the deploy evicts a cluster from the ClusterResourcePlacement of that name. */
export function isEvictionFrom(placement: string, manifest: KubeObject): boolean {
  return manifest.kind === 'ClusterResourcePlacementEviction' && stringAt(manifest, 'spec', 'placementName') === placement;
}

/** Evictions of the deploy that are not part of a followed placement's verdict. */
export function unfollowedEvictions(
  followed: readonly { readonly object: ObjectRef }[],
  manifests: readonly KubeObject[],
): readonly KubeObject[] {
  const placements = followed.filter(({ object }) => object.kind === 'ClusterResourcePlacement').map(({ object }) => object.name);
  return manifests.filter(
    (manifest) => manifest.kind === 'ClusterResourcePlacementEviction' && !placements.some((name) => isEvictionFrom(name, manifest)),
  );
}

export function evictionObservations(context: PlacementContext): readonly Observation[] {
  return evictionsOf(context).flatMap(({ live: eviction }) => {
    if (eviction === undefined) return [];
    const conditions = conditionsAt(eviction, 'status', 'conditions');
    const refused = ANSWERS.map((type) => findCondition(conditions, type)).find((condition) => condition?.status === 'False');
    if (refused === undefined) return [];
    const cluster = stringAt(eviction, 'spec', 'clusterName') ?? '';
    return [
      {
        scope: 'placement',
        step: 'Scheduled',
        fact: 'eviction-refused',
        target: context.view.ref,
        object: refOf(eviction),
        evidence: [quote(refused), ...leftBy(context, cluster)],
        words: { evicted: cluster, why: refused.message },
      } as const,
    ];
  });
}

/** The cluster may have lost the placement in another way since. */
function leftBy({ view }: PlacementContext, cluster: string): readonly string[] {
  const has = view.bindings?.some((binding) => binding.cluster === cluster) ?? true;
  return has ? [] : [`${displayName(view.ref)} has no binding for ${cluster} now`];
}

/** The conditions that the hub sets on an eviction, in this order. */
const ANSWERS = ['Valid', 'Executed'] as const;

/** An eviction of the deploy that the hub has not processed yet, or that has not reached the hub yet. */
export function pendingEviction(context: PlacementContext): string | undefined {
  const pending = evictionsOf(context).find(({ live }) => {
    if (live === undefined) return true;
    const conditions = conditionsAt(live, 'status', 'conditions');
    return findCondition(conditions, 'Executed') === undefined && findCondition(conditions, 'Valid')?.status !== 'False';
  });
  if (pending === undefined) return undefined;
  const { kind, metadata } = pending.manifest;
  if (pending.live !== undefined) return `eviction ${metadata.name} is not decided yet`;
  const isSeen = context.hub.visibility(typeOf(kind)).kind === 'seen';
  return `eviction ${metadata.name} is ${isSeen ? 'not on the hub yet' : 'not among the objects that were read'}`;
}

/**
 * Evictions of the deploy that target this placement, as the hub has them. An eviction is processed only once (KubeFleet
 * pkg/controllers/clusterresourceplacementeviction).
 */
function evictionsOf({ view, deploy = [], hub }: PlacementContext): readonly DeployedEviction[] {
  if (view.object.kind !== 'ClusterResourcePlacement') return [];
  return deploy
    .filter((manifest) => isEvictionFrom(view.ref.name, manifest))
    .map((manifest) => ({ manifest, live: hub.get(typeOf(manifest.kind), undefined, manifest.metadata.name) }));
}

interface DeployedEviction {
  readonly manifest: KubeObject;
  readonly live: KubeObject | undefined;
}
