import type { Verdict } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import type { RolloutContext } from '../rollout/context.ts';

/**
 * The verdict on a cluster that has reached all its steps. `notVerified` where nobody can know whether it has what was asked for. KubeFleet
 * calls kinds it cannot track available at once (KubeFleet pkg/controllers/workapplier/availability_tracker.go), ReportDiff applies nothing at
 * all, and nothing else reports a difference.
 */
export function goodVerdict(context: RolloutContext, { binding }: ClusterState): Verdict & ('passed' | 'notVerified') {
  const { options, steps, view } = context;
  if (view.reportDiff !== (options.for === 'diff-reported') && options.for !== 'scheduled') return 'notVerified';
  const isUntrackable = binding?.conditions.some(
    ({ type, reason }) => type === 'Available' && reason === 'NotAllWorkAreAvailabilityTrackable',
  );
  return isUntrackable === true && steps.includes('Available') ? 'notVerified' : 'passed';
}
