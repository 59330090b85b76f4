import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';

/**
 * Leaves out the clusters on which a run is stuck by its status, and that are good by their bindings: the run continues at its next check
 * (KubeFleet pkg/controllers/updaterun/execution.go), which may be minutes away.
 */
export function withoutRecovered(observations: readonly Observation[], context: PlacementContext): readonly Observation[] {
  return observations.filter(
    ({ fact, cluster }) => fact !== 'run-stuck-cluster' || cluster === undefined || !hasRecovered(cluster, context),
  );
}

/** Whether a cluster has the content of the run, and is good. */
export function hasRecovered(cluster: string, { clusters, freshness }: PlacementContext): boolean {
  return freshness.kind === 'fresh' && clusters.some((state) => state.cluster === cluster && state.good && state.current);
}
