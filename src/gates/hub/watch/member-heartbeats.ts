import { listAt, numberAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { memberWithoutHeartbeat } from '../../../fleet/kubefleet/member-without-heartbeat.ts';

/** The allowed time between two regular heartbeats, in periods. */
const MOST_PERIODS = 3;
const SECOND = 1000;

/**
 * Whether a MemberCluster differs from before only in its heartbeat, on time, and in what agents measure with it. A hundred members send a
 * hundred of these a minute. They change no verdict, and the next evaluation reads them anyway.
 */
export function isRegularHeartbeat(before: KubeObject | undefined, after: KubeObject): boolean {
  if (before === undefined || after.kind !== 'MemberCluster') return false;
  const [was, is] = [heartbeatTime(before), heartbeatTime(after)];
  const period = (numberAt(after, 'spec', 'heartbeatPeriodSeconds') ?? 60) * SECOND;
  return is - was <= MOST_PERIODS * period && memberWithoutHeartbeat(before) === memberWithoutHeartbeat(after);
}

function heartbeatTime(member: KubeObject): number {
  return Math.max(...listAt(member, 'status', 'agentStatus').map((agent) => Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '')));
}
