import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { manifestObservations } from './manifests.ts';
import type { Observation } from '../observation.ts';

/**
 * The failed objects that the placement's status lists for a cluster. A single evaluation uses them if it can see nothing closer to the
 * objects. It is not known which content they belong to: the status may be of an earlier deploy. So they are reported as probable causes
 * and never fail the gate.
 */
export function listedFailures(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { memory, view } = context;
  if (memory.watching || view.bindings !== undefined || view.works !== undefined) return [];
  return manifestObservations(context, state).map(({ lastedMs: _lasting, ...seen }) => ({
    ...seen,
    behind: true,
    evidence: [...seen.evidence, 'from the status of the placement: of which content it is cannot be seen'],
  }));
}
