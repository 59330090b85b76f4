import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';
import type { Observation } from '../observation.ts';

/** The clusters a run calls succeeded; those of its delete stage have nothing left to be judged. */
export function finishedClusters(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) =>
    stage.removes ? [] : stage.clusters.filter((cluster) => cluster.succeeded?.status === 'True').map((cluster) => cluster.name),
  );
}

/** A cluster that was finished and is not good now. */
export interface BrokenCluster {
  readonly cluster: string;
  readonly awaiting: string;
}

/**
 * A cluster that an open run has finished and that is not good any more. The run checks a cluster once and never again
 * (KubeFleet pkg/controllers/updaterun/execution.go, executeUpdatingStage), so its status is of that moment. Nothing is said where the
 * bindings cannot be read, or where the run rolls other content out.
 * @param forgiven failed clusters that do not count
 */
export function brokenCluster(run: RunView, context: PlacementContext, forgiven: ReadonlySet<string>): BrokenCluster | undefined {
  if (run.succeeded !== undefined || context.view.bindings === undefined || context.freshness.kind !== 'fresh') return undefined;
  for (const cluster of finishedClusters(run)) {
    if (forgiven.has(cluster)) continue;
    const state = context.clusters.find((found) => found.cluster === cluster);
    if (state === undefined) return { cluster, awaiting: 'it has no binding any more' };
    if (!state.good) return { cluster, awaiting: state.awaiting };
  }
  return undefined;
}

/** Nobody should approve the next stage while a finished one is broken. */
export function withoutApproval(observations: readonly Observation[], broken: BrokenCluster | undefined): readonly Observation[] {
  return broken === undefined ? observations : observations.filter(({ fact }) => fact !== 'approval-open');
}

/** Why the run is not to be taken further: one sentence; `undefined` where nothing is broken. */
export function brokenText(broken: BrokenCluster | undefined): string | undefined {
  return broken && `${broken.cluster} was finished, but is no longer good: ${broken.awaiting}`;
}
