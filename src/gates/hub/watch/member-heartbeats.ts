import { listAt, numberAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { steadyMember } from '../../../fleet/kubefleet/member-without-heartbeat.ts';

/** The allowed time between two regular heartbeats, in periods. */
const STEADY = 3;
const SECOND = 1000;

/**
 * Whether a MemberCluster differs from before only in its heartbeat, on time, and in what agents measure with it. A hundred members send a
 * hundred of these a minute. They change no verdict, and the next evaluation reads them anyway.
 */
export function isSteadyBeat(before: KubeObject | undefined, after: KubeObject): boolean {
  if (before === undefined || after.kind !== 'MemberCluster') return false;
  const [was, is] = [beatOf(before), beatOf(after)];
  const period = (numberAt(after, 'spec', 'heartbeatPeriodSeconds') ?? 60) * SECOND;
  return is - was <= STEADY * period && steadyMember(before) === steadyMember(after);
}

function beatOf(member: KubeObject): number {
  return Math.max(...listAt(member, 'status', 'agentStatus').map((agent) => Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '')));
}
