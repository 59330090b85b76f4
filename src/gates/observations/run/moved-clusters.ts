import { displayName } from '../../../fleet/kubernetes/object.ts';
import { freshAgainstDeploy } from '../../deploy/freshness.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { holdsJudged } from '../../rollout/holds-judged.ts';
import type { SnapshotGroup } from '../../view/resource-snapshot.ts';
import type { RunView } from '../../view/run.ts';
import { viewRun } from '../../view/run.ts';
import { isActiveRun, runsOf } from '../../view/runs-of.ts';
import { finishedClusters } from './finished-clusters.ts';
import type { Observation } from '../observation.ts';
import { preemptionOf } from './preemption.ts';

/**
 * A finished cluster that another run has moved to other content. The run no longer checks it and may well succeed (KubeFleet
 * pkg/controllers/updaterun/execution.go, executeUpdatingStage), so only another run can place its content there again.
 */
export function movedObservations(run: RunView, context: PlacementContext): readonly Observation[] {
  const { hub, view } = context;
  const moved = movedClusters(run, context);
  const runs = runsOf(hub, view.object);
  if (moved.length === 0 || runs === undefined || runs.some((other) => mayBringBack(viewRun(other), run, context))) return [];
  const {
    winner = 'another update run',
    isWinnerOlder,
    evidence,
  } = preemptionOf(
    hub,
    run,
    moved.map(({ cluster }) => cluster),
  ) ?? {};
  return [
    {
      scope: 'run',
      step: 'RolloutStarted',
      fact: moved.every(({ group }) => group.index > (run.usedIndex ?? 0)) ? 'run-outrun' : 'run-undone',
      target: run.ref,
      object: run.ref,
      evidence: [...moved.map(({ cluster, group }) => `${cluster} was finished, and now has ${group.masterName}`), evidence ?? ''],
      words: { winner, run: displayName(run.ref), ...(isWinnerOlder === true ? { isWinnerOlder: 'true' } : {}) },
    },
  ];
}

/** Finished clusters whose binding now names another snapshot, without the run's content. */
export function movedClusters(run: RunView, context: PlacementContext): readonly (ClusterState & { readonly group: SnapshotGroup })[] {
  const { clusters, deployed, freshness, view } = context;
  if (freshness.kind !== 'fresh') return [];
  const finished = new Set(finishedClusters(run));
  return clusters.flatMap((state) => {
    const group = view.groups?.find(({ masterName }) => masterName === state.binding?.snapshotName);
    if (group === undefined || !finished.has(state.cluster) || holdsJudged(context, group.index)) return [];
    return deployed.length > 0 && freshAgainstDeploy(group, deployed).kind === 'fresh' ? [] : [{ ...state, group }];
  });
}

/** Whether another run is under way with the same content, or has not chosen its content yet. */
function mayBringBack(other: RunView, run: RunView, context: PlacementContext): boolean {
  if (other.ref.name === run.ref.name || !isActiveRun(other.object)) return false;
  return other.usedIndex === undefined || holdsJudged(context, other.usedIndex);
}
