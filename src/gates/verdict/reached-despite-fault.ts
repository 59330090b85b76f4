import type { GatedCluster, Verdict } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';

/** What a report says of a cluster that came as far as was asked for, and is found at fault there: its stage is no step it did not reach. */
export function reachedAllTheSame(verdict: Verdict, state: Pick<ClusterState, 'good'> | undefined): Pick<GatedCluster, 'reached'> {
  return state?.good === true && (verdict === 'failed' || verdict === 'stuck') ? { reached: true } : {};
}
