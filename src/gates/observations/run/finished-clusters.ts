import type { PlacementContext } from '../../rollout/context.ts';
import type { RunView } from '../../view/run.ts';

/** The clusters that a run reports as succeeded; clusters of its delete stage have no content to judge. */
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
 * A cluster that an open run has finished and that is no longer good. The run checks a cluster only once (KubeFleet
 * pkg/controllers/updaterun/execution.go, executeUpdatingStage), so its status is of that moment. `undefined` if the bindings cannot be
 * read, or if the run rolls out other content.
 * @param forgiven failed clusters that are ignored
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
