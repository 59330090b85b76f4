import type { RunClusterView, RunView } from '../../view/run.ts';

/** Clusters that were started and have not finished. */
export function clustersInFlight(run: RunView): readonly RunClusterView[] {
  return run.stages.flatMap((stage) =>
    stage.clusters.filter((cluster) => cluster.started?.status === 'True' && cluster.succeeded === undefined),
  );
}
