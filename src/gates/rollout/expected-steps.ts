import type { GateOptions } from '../options.ts';
import type { RolloutStep } from '../../fleet/kubefleet/rollout-step.ts';

/**
 * The stages a placement must reach, in order. Under ReportDiff nothing is applied, and the comparison is the last stage (KubeFleet
 * pkg/utils/condition).
 */
export function expectedSteps(options: GateOptions, reportDiff: boolean): readonly RolloutStep[] {
  if (options.for === 'scheduled') return ['Scheduled'];
  const rolled = ['Scheduled', 'RolloutStarted', 'Overridden', 'WorkSynchronized'] as const;
  if (reportDiff) return [...rolled, 'DiffReported'];
  return options.for === 'applied' ? [...rolled, 'Applied'] : [...rolled, 'Applied', 'Available'];
}
