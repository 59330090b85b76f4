import { findCondition } from '../../fleet/kubernetes/condition.ts';
import type { BindingView } from './binding.ts';
import { isCurrent } from './seen.ts';

/** Ready in the rollout controller's sense: available, or the diff reported. */
export function isReady(binding: BindingView): boolean {
  return ['Available', 'DiffReported'].some((type) => {
    const condition = findCondition(binding.conditions, type);
    return condition?.status === 'True' && isCurrent(condition, binding.generation);
  });
}

/** Failed in its sense: it is updated at once, outside the budget (KubeFleet pkg/controllers/rollout/controller.go). */
export function hasFailed({ conditions, generation }: BindingView): boolean {
  return FAILING.some((type) => {
    const condition = findCondition(conditions, type);
    return condition?.status === 'False' && isCurrent(condition, generation);
  });
}

const FAILING = ['Overridden', 'WorkSynchronized', 'Applied', 'Available'] as const;
