import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { ROLLOUT_STEPS } from '../../fleet/kubefleet/rollout-step.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';
import type { BindingView } from '../view/binding.ts';
import type { WorkView } from '../view/work.ts';

/** The progress of one cluster with the judged content. */
export interface ClusterState {
  readonly cluster: string;
  readonly binding: BindingView | undefined;
  /** The Works of the binding at the judged index; `undefined` if Works cannot be read or the binding does not exist. */
  readonly works: readonly WorkView[] | undefined;
  /** The first step that is not reached, or the last one if all are. */
  readonly step: RolloutStep;
  /** The condition of that step, if it is about this content. */
  readonly condition: Condition | undefined;
  readonly good: boolean;
  /** Whether its state is about the judged content, so that a failure may be this deploy's. */
  readonly current: boolean;
  readonly awaiting: string;
  /** The binding reports every step, and the Works are not what its snapshot makes. */
  readonly unlikeSnapshot?: UnlikeSnapshot;
  /** The Work that the binding needs, if it is being deleted. */
  readonly leavingWork?: WorkView;
  /** Why the content of a good cluster cannot be compared with its snapshot, as one clause. */
  readonly unverified?: string;
}

/** Not there, being deleted, of a snapshot before, or with other content. */
export type UnlikeSnapshot = 'unwritten' | 'leaving' | 'older' | 'differs';

/** The progress of a cluster as a position in ROLLOUT_STEPS; past the end if all is good. */
export function progressOf(state: ClusterState): number {
  return state.good ? ROLLOUT_STEPS.length : ROLLOUT_STEPS.indexOf(state.step);
}
