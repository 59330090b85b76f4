import { findCondition } from '../../fleet/condition.ts';
import type { Condition } from '../../fleet/condition.ts';
import type { ClusterState } from '../cluster-state.ts';
import type { PlacementQuestion } from '../question.ts';
import type { Sighting } from '../sighting.ts';
import type { BindingView } from '../view/binding.ts';
import { worksOfBinding } from '../view/placement.ts';
import { isCurrent } from '../view/seen.ts';
import { manifestSightings } from './manifests.ts';
import { quote } from './scheduling.ts';

/**
 * Why clusters failed on older content that they are held back with, while nothing else moves; nothing where one of them has not failed.
 * The rollout controller moves failed clusters on when it looks again, which is at once only for a change of availability
 * (KubeFleet pkg/controllers/rollout/controller.go, handleBindingUpdated). One that stays is what holds the rollout back.
 */
export function leftBehindSightings(question: PlacementQuestion, states: readonly ClusterState[]): readonly Sighting[] {
  const found = states.map((state) => failuresOf(question, state));
  return found.some((failures) => failures.length === 0) ? [] : found.flat();
}

function failuresOf(question: PlacementQuestion, state: ClusterState): readonly Sighting[] {
  const { binding, cluster } = state;
  const condition = binding && failedCondition(binding);
  if (binding === undefined || condition === undefined) return [];
  return seenOn(question, { ...state, works: worksOfBinding(question.view, binding), condition }, condition).map(
    ({ lasting: _lasting, ...seen }) => ({
      ...seen,
      behind: true,
      evidence: [...seen.evidence, `${cluster} is held back with the content of ${binding.snapshotName}`],
    }),
  );
}

function seenOn(question: PlacementQuestion, state: ClusterState, condition: Condition): readonly Sighting[] {
  if (condition.type === 'Applied') return manifestSightings(question, state);
  const { ref } = question.view;
  const stage = condition.type === 'Overridden' ? 'Overridden' : 'WorkSynchronized';
  return [{ scope: 'cluster', stage, target: ref, cluster: state.cluster, object: ref, condition, evidence: [quote(condition)] }];
}

/** A change of availability is looked at at once, one of these is not. */
function failedCondition({ conditions, generation }: BindingView): Condition | undefined {
  const failed = ['Overridden', 'WorkSynchronized', 'Applied']
    .map((type) => findCondition(conditions, type))
    .find((condition) => condition?.status === 'False' && isCurrent(condition, generation));
  return failed?.reason === 'ApplyInProgress' ? undefined : failed;
}
