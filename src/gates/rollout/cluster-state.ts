import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { BindingView } from '../view/binding.ts';
import type { WorkView } from '../view/work.ts';

/** Where one cluster stands with the content that is judged. */
export interface ClusterState {
  readonly cluster: string;
  readonly binding: BindingView | undefined;
  /** The Works of the binding at the judged index; `undefined` when Works cannot be read or the binding is not there. */
  readonly works: readonly WorkView[] | undefined;
  /** The first step that is not reached, or the last one when all are. */
  readonly step: RolloutStep;
  /** The condition it stands at, if there is one that speaks of this content. */
  readonly condition: Condition | undefined;
  readonly good: boolean;
  /** What is read of it speaks of the judged content, so that a failure may be taken for this deploy's. */
  readonly current: boolean;
  readonly awaiting: string;
}

/** How far a cluster has come, as a position in ROLLOUT_STEPS; past the end when all is good. */
export function progressOf(state: ClusterState): number {
  return state.good ? ROLLOUT_STEPS.length : ROLLOUT_STEPS.indexOf(state.step);
}
