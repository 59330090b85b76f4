import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';

/** Both limits are constants in the hub agent; no flag changes them. */
const LIMIT_MS = 5 * 60_000;
/** The longest duration in Go, which it computes if there was never a heartbeat. */
const LONGEST_MINUTES = 2 ** 63 / 60e9;

/**
 * Why the cluster cannot be picked at this time (milliseconds since 1970), in the scheduler's words; `undefined` if it can. Source:
 * `clustereligibilitychecker/checker.go`.
 */
export function ineligibility(cluster: MemberCluster, now: number): string | undefined {
  if (cluster.leaving) return 'cluster has left the fleet';
  const { agent } = cluster;
  if (agent === undefined) return notConnected('member agent not online yet');
  if (now - agent.lastHeartbeat > LIMIT_MS) {
    return notConnected(`no recent heartbeat signals (last received ${minutes(now - agent.lastHeartbeat)} minutes ago)`);
  }
  if (agent.joined?.status !== 'True') return notConnected('member agent not joined yet');
  if (agent.healthy === undefined) return notConnected('health condition from member agent is not available');
  const changed = Date.parse(agent.healthy.lastTransitionTime ?? '');
  const unhealthyFor = now - (Number.isNaN(changed) ? -Infinity : changed);
  if (agent.healthy.status === 'True' || unhealthyFor <= LIMIT_MS) return undefined;
  return notConnected(`unhealthy for a prolonged period of time (last transitioned ${minutes(unhealthyFor)} minutes ago)`);
}

function notConnected(cause: string): string {
  return `cluster is not connected to the fleet: ${cause}`;
}

function minutes(milliseconds: number): string {
  return Math.min(milliseconds / 60_000, LONGEST_MINUTES).toFixed(2);
}
