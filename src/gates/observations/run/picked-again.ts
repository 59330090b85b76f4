import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { isUnstarted } from '../../view/binding.ts';
import type { RunView } from '../../view/run.ts';
import type { Observation } from '../observation.ts';

/**
 * Clusters of a succeeded run that were left and picked again since, for example after an eviction. Only another run places content there
 * (KubeFleet pkg/controllers/rollout/controller.go ignores strategy External). Used if no run is active.
 */
export function pickedAgainObservations(
  run: RunView,
  { view }: PlacementContext,
  clusters: readonly ClusterState[],
): readonly Observation[] {
  const renewed = clusters.filter(({ binding }) => binding?.state !== 'Bound' && binding !== undefined && isUnstarted(binding));
  if (renewed.length === 0) return [];
  const evidence = [
    ...renewed.map(({ cluster }) => `${cluster} was picked again after ${displayName(run.ref)}`),
    `${displayName(run.ref)} has ended`,
  ];
  return [{ scope: 'placement', step: 'RolloutStarted', fact: 'no-external-run', target: view.ref, object: view.ref, evidence }];
}
