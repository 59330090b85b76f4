import type { ClusterState } from '../rollout/cluster-state.ts';
import type { PlacementContext } from '../rollout/context.ts';
import { manifestObservations } from './manifests.ts';
import type { Observation } from './observation.ts';

/**
 * The failed objects that the placement's status lists for a cluster, where nothing nearer to them can be seen and one look is all there is.
 * Of which content they are is not known, so they are told as suspects and never count: a status may be of a deploy before.
 */
export function listedFailures(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { memory, view } = context;
  if (memory.watching || view.bindings !== undefined || view.works !== undefined) return [];
  return manifestObservations(context, state).map(({ lasting: _lasting, ...seen }) => ({
    ...seen,
    behind: true,
    evidence: [...seen.evidence, 'from the status of the placement: of which content it is cannot be seen'],
  }));
}
