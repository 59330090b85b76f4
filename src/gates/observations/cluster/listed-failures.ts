import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { manifestObservations } from './manifests.ts';
import type { Observation } from '../observation.ts';

/**
 * The failed objects that the placement's status lists for a cluster. They serve a single judgement that can see nothing nearer to the
 * objects. Nobody knows which content they belong to: a status may be of an earlier deploy. So they are reported as suspects and never
 * count.
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
