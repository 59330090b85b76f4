import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import { isActiveRun, runsOf } from '../../view/runs-of.ts';
import type { Observation } from '../observation.ts';

/**
 * The clusters that the placement picked, that the run does not update, and that do not have its content. KubeFleet plans the clusters of a
 * run once, so these were picked later (KubeFleet pkg/controllers/updaterun/initialization.go).
 */
export function notInRun(run: RunView, { clusters }: PlacementContext): readonly ClusterState[] {
  const updated = new Set(run.stages.flatMap((stage) => (stage.removes ? [] : stage.clusters.map(({ name }) => name))));
  return clusters.filter(({ cluster, good }) => !good && !updated.has(cluster));
}

/**
 * Clusters that a succeeded run of a described deploy leaves without the content, and to which only another run can bring it. A run that was
 * only named is judged on its own clusters.
 */
export function notInRunObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const { view, hub, deploy } = context;
  const behind = notInRun(run, context).filter(({ current, binding }) => !current && binding !== undefined);
  if (deploy === undefined || !view.external || behind.length === 0 || runsOf(hub, view.object)?.some(isActiveRun) !== false) return [];
  const evidence = [
    ...behind.map(({ cluster }) => `${cluster} is picked, and is not a cluster of ${displayName(run.ref)}`),
    `${displayName(run.ref)} has ended`,
  ];
  return [{ scope: 'placement', step: 'RolloutStarted', fact: 'no-external-run', target: view.ref, object: view.ref, evidence }];
}
