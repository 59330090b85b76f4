import type { GatedCluster, Verdict } from '../../report.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';

/** The report's stage for a cluster that reached all requested steps and has a failure there: there is no step that it did not reach. */
export function reachedDespiteFault(verdict: Verdict, state: Pick<ClusterState, 'good'> | undefined): Pick<GatedCluster, 'reached'> {
  return state?.good === true && (verdict === 'failed' || verdict === 'stuck') ? { reached: true } : {};
}
