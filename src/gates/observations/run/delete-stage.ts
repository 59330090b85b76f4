import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { RunView } from '../../view/run.ts';
import { msSinceLatest } from '../failing-since.ts';
import { quote } from '../placement/scheduling.ts';

/**
 * Clusters that the delete stage of a run still waits for. KubeFleet never reports that stage as stuck (KubeFleet
 * pkg/controllers/updaterun/execution.go). A finalizer that remains keeps the run in progress for ever, so the gate has its own timer.
 */
export function deleteStageObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const stage = run.stages.find((found) => found.removes);
  const { progressing } = stage ?? {};
  if (stage === undefined || stage.succeeded !== undefined || progressing?.status !== 'True' || run.progressing?.status !== 'True')
    return [];
  const { hub, view } = context;
  const removed = new Set(stage.clusters.map((cluster) => cluster.name));
  const leaving = (view.bindings ?? []).filter((binding) => binding.leaving && removed.has(binding.cluster));
  return leaving.map((binding) => ({
    scope: 'run',
    step: 'RolloutStarted',
    fact: 'run-removal',
    target: run.ref,
    object: run.ref,
    cluster: binding.cluster,
    evidence: [quote(progressing), `binding ${binding.name} is still being removed`],
    words: { name: view.ref.name },
    lastedMs: msSinceLatest(hub, progressing.lastTransitionTime, binding.object.metadata.deletionTimestamp),
  }));
}
