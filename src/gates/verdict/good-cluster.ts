import type { Verdict } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import type { RolloutContext } from '../rollout/context.ts';

/**
 * The verdict on a cluster that has reached all its steps. It is `notVerified` if it cannot be known whether the cluster has the requested
 * content. KubeFleet reports kinds it cannot track as available at once (KubeFleet pkg/controllers/workapplier/availability_tracker.go),
 * ReportDiff applies nothing, and nothing else reports a difference.
 */
export function goodVerdict(
  context: RolloutContext,
  { binding, condition, unverified }: ClusterState,
): Verdict & ('passed' | 'notVerified') {
  const { options, steps, view } = context;
  if (view.reportDiff !== (options.for === 'diff-reported') && options.for !== 'scheduled') return 'notVerified';
  if (unverified !== undefined) return 'notVerified';
  // The placement repeats the reason of its bindings.
  const isUntrackable = [...(binding?.conditions ?? []), ...(condition === undefined ? [] : [condition])].some(
    ({ type, reason }) => type === 'Available' && reason === 'NotAllWorkAreAvailabilityTrackable',
  );
  return isUntrackable && steps.includes('Available') ? 'notVerified' : 'passed';
}
