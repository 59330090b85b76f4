import { stringAt } from '../fleet/json.ts';
import { refOf } from '../fleet/object.ts';
import type { KubeObject } from '../fleet/object.ts';
import { runSightings } from './sightings/runs.ts';
import { viewRun } from './view/run.ts';
import type { PlacementQuestion } from './question.ts';
import type { Sighting } from './sighting.ts';
import { isAtWork, isRunOf, runsOf } from './view/runs-of.ts';
import { isCurrent } from './view/seen.ts';

/** Under strategy External only update runs move anything: without one at work a person must act (KubeFleet pkg/controllers/placement/controller.go). */
export function externalSightings(question: PlacementQuestion): readonly Sighting[] {
  const { view, snapshot, freshness } = question;
  const done =
    freshness.kind === 'fresh' &&
    view.observedIndex === freshness.index &&
    question.clusters.length > 0 &&
    question.clusters.every((state) => state.good);
  const runs = runsOf(snapshot, view.object);
  if (done || runs === undefined || !isCurrent(view.conditions.get('Scheduled'), view.generation)) return [];
  const deployed = new Set(
    question.manifests.filter((manifest) => isRunOf(manifest, view.object)).map((manifest) => manifest.metadata.name),
  );
  const spoken = runs
    .filter((run) => isAtWork(run) || deployed.has(run.metadata.name))
    .flatMap((run) => runSightings(snapshot, viewRun(run)));
  const known = new Set(runs.map((run) => run.metadata.name));
  if (spoken.length > 0 || runs.some(isAtWork) || [...deployed].some((name) => !known.has(name))) return spoken;
  if (freshness.kind === 'fresh' && runs.some((run) => hasDelivered(run, freshness.index))) return [];
  const started = view.conditions.get('RolloutStarted');
  const evidence = [
    started === undefined ? `no update run names ${view.ref.name}` : `RolloutStarted ${started.status}: ${started.message}`,
    ...runs.map((run) => `${refOf(run).kind} ${run.metadata.name} has ended`),
  ];
  return [{ scope: 'placement', stage: 'RolloutStarted', fact: 'no-external-run', target: view.ref, object: view.ref, evidence }];
}

/** Its work is done, and the placement's status catches up or the workloads have still to start. */
function hasDelivered(run: KubeObject, index: number): boolean {
  const { succeeded, usedIndex } = viewRun(run);
  return succeeded?.status === 'True' && usedIndex === index;
}

/** An update run goes on with the snapshot that holds this deploy, or has brought it everywhere, whatever the hub holds by now. */
export function isDelivered(question: PlacementQuestion): boolean {
  const { view, snapshot, freshness } = question;
  if (!view.external || freshness.kind !== 'fresh') return false;
  if (question.clusters.length > 0 && question.clusters.every((state) => state.current)) return true;
  return (runsOf(snapshot, view.object) ?? []).some(
    (run) => isAtWork(run) && stringAt(run, 'status', 'resourceSnapshotIndexUsed') === String(freshness.index),
  );
}
