import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import type { ClusterState } from '../../rollout/cluster-state.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';
import type { BindingView } from '../../view/binding.ts';
import { worksOfBinding } from '../../view/placement.ts';
import { isCurrent } from '../../view/seen.ts';
import { manifestObservations } from '../cluster/manifests.ts';
import { quote } from './scheduling.ts';

/**
 * Why clusters failed on older content that they are held back with, while nothing else moves; empty if one of them has not failed. The
 * rollout controller moves failed clusters at its next reconciliation, which follows at once only after a change of availability (KubeFleet
 * pkg/controllers/rollout/controller.go, handleBindingUpdated). A failed cluster that stays is what holds the rollout back.
 */
export function leftBehindObservations(context: PlacementContext, states: readonly ClusterState[]): readonly Observation[] {
  const found = states.map((state) => failuresOf(context, state));
  return found.some((failures) => failures.length === 0) ? [] : found.flat();
}

function failuresOf(context: PlacementContext, state: ClusterState): readonly Observation[] {
  const { binding, cluster } = state;
  const condition = binding && failedCondition(binding);
  if (binding === undefined || condition === undefined) return [];
  return seenOn(context, { ...state, works: worksOfBinding(context.view, binding), condition }, condition).map(
    ({ lastedMs: _lasting, ...seen }) => ({
      ...seen,
      behind: true,
      evidence: [...seen.evidence, `${cluster} is held back with the content of ${binding.snapshotName}`],
    }),
  );
}

function seenOn(context: PlacementContext, state: ClusterState, condition: Condition): readonly Observation[] {
  if (condition.type === 'Applied') return manifestObservations(context, state);
  const { ref } = context.view;
  const step = condition.type === 'Overridden' ? 'Overridden' : 'WorkSynchronized';
  return [{ scope: 'cluster', step, target: ref, cluster: state.cluster, object: ref, condition, evidence: [quote(condition)] }];
}

/** The rollout controller handles a change of availability at once, but not a change of these conditions. */
function failedCondition({ conditions, generation }: BindingView): Condition | undefined {
  const failed = ['Overridden', 'WorkSynchronized', 'Applied']
    .map((type) => findCondition(conditions, type))
    .find((condition) => condition?.status === 'False' && isCurrent(condition, generation));
  return failed?.reason === 'ApplyInProgress' ? undefined : failed;
}
