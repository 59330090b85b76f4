import { conditionsAt, findCondition } from '../../fleet/condition.ts';
import { stringAt } from '../../fleet/json.ts';
import { refOf } from '../../fleet/object.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import { typeOf } from '../view/seen.ts';
import { quote } from './scheduling.ts';

/** Whether an object of the deploy evicts a cluster from the ClusterResourcePlacement of that name. */
export function isEvictionFrom(placement: string, manifest: KubeObject): boolean {
  return manifest.kind === 'ClusterResourcePlacementEviction' && stringAt(manifest, 'spec', 'placementName') === placement;
}

/** Evictions of the deploy that target this placement, as the hub has them. An eviction is judged once and for all (KubeFleet pkg/controllers/clusterresourceplacementeviction). */
function evictionsOf(question: PlacementQuestion): readonly KubeObject[] {
  if (question.view.object.kind !== 'ClusterResourcePlacement') return [];
  return question.manifests
    .filter((manifest) => isEvictionFrom(question.view.ref.name, manifest))
    .flatMap((manifest) => question.snapshot.get(typeOf(manifest.kind), undefined, manifest.metadata.name) ?? []);
}

export function evictionSightings(question: PlacementQuestion): readonly Sighting[] {
  return evictionsOf(question).flatMap((eviction) => {
    const conditions = conditionsAt(eviction, 'status', 'conditions');
    const refused = conditions.find((condition) => condition.status === 'False');
    if (refused === undefined) return [];
    const cluster = stringAt(eviction, 'spec', 'clusterName') ?? '';
    return [
      {
        scope: 'placement',
        stage: 'Scheduled',
        fact: 'eviction-refused',
        target: question.view.ref,
        object: refOf(eviction),
        evidence: [quote(refused)],
        words: { evicted: cluster },
      } as const,
    ];
  });
}

/** An eviction of the deploy the hub has not judged yet. */
export function pendingEviction(question: PlacementQuestion): string | undefined {
  const pending = evictionsOf(question).find((eviction) => {
    const conditions = conditionsAt(eviction, 'status', 'conditions');
    return findCondition(conditions, 'Executed') === undefined && findCondition(conditions, 'Valid')?.status !== 'False';
  });
  return pending && `eviction ${pending.metadata.name} is not judged yet`;
}
