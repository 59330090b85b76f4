import { stringAt } from '../fleet/json.ts';
import { conditionsAt, findCondition } from '../fleet/condition.ts';
import type { KubeObject } from '../fleet/object.ts';
import { refOf } from '../fleet/object.ts';
import type { PlacementQuestion } from './question.ts';
import type { Sighting } from './sighting.ts';
import type { Snapshot } from './snapshot.ts';
import { isDeleting, seenObjects } from './view/seen.ts';

/** Under strategy External only update runs move anything: without one at work a person must act (failures.md P-10). */
export function externalSightings(question: PlacementQuestion): readonly Sighting[] {
  const { view, snapshot, freshness } = question;
  const done =
    freshness.kind === 'fresh' &&
    view.observedIndex === freshness.index &&
    question.clusters.length > 0 &&
    question.clusters.every((state) => state.good);
  const runs = runsOf(snapshot, view.object);
  if (done || runs === undefined || runs.some(isAtWork)) return [];
  const started = view.conditions.get('RolloutStarted');
  const evidence = [
    started === undefined ? `no update run names ${view.ref.name}` : `RolloutStarted ${started.status}: ${started.message}`,
    ...runs.map((run) => `${refOf(run).kind} ${run.metadata.name} has ended`),
  ];
  return [{ scope: 'placement', stage: 'RolloutStarted', fact: 'no-external-run', target: view.ref, object: view.ref, evidence }];
}

/** An update run goes on with the snapshot that holds this deploy, or has brought it everywhere, whatever the hub holds by now. */
export function isDelivered(question: PlacementQuestion): boolean {
  const { view, snapshot, freshness } = question;
  if (!view.external || freshness.kind !== 'fresh') return false;
  if (question.clusters.length > 0 && question.clusters.every((state) => state.good)) return true;
  return (runsOf(snapshot, view.object) ?? []).some(
    (run) => isAtWork(run) && stringAt(run, 'status', 'resourceSnapshotIndexUsed') === String(freshness.index),
  );
}

/** The update runs that name this placement; nothing but their spec ties the two together (failures.md §4.1). */
export function runsOf(snapshot: Snapshot, placement: KubeObject): readonly KubeObject[] | undefined {
  const kind = placement.kind === 'ClusterResourcePlacement' ? 'ClusterStagedUpdateRun' : 'StagedUpdateRun';
  return seenObjects(snapshot, kind)?.filter(
    (run) => stringAt(run, 'spec', 'placementName') === placement.metadata.name && run.metadata.namespace === placement.metadata.namespace,
  );
}

/** Neither ended nor refused; a run that waits, or is stopped, is still the one that will go on. */
export function isAtWork(run: KubeObject): boolean {
  const conditions = conditionsAt(run, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded') !== undefined || findCondition(conditions, 'Initialized')?.status === 'False';
  return !ended && !isDeleting(run);
}
