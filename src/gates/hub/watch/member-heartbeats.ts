import { listAt, numberAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { steadyMember } from '../../../fleet/kubefleet/member-without-heartbeat.ts';

/** Periods between two heartbeats that come as they should. */
const STEADY = 3;
const SECOND = 1000;

/**
 * Whether a MemberCluster differs from before in nothing but another heartbeat, on time, and what agents measure with it. A hundred members
 * say so a hundred times a minute; it changes no judgement, and whoever looks for another reason sees it.
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
