import { isDeleting } from '../../fleet/object.ts';
import { conditionsAt, findCondition } from '../../fleet/condition.ts';
import { listAt, numberAt, stringAt } from '../../fleet/json.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { HubState } from '../../fleet/hub-state.ts';
import { seenObjects } from './seen.ts';

/** What the hub knows of one member cluster's agent. */
export interface MemberView {
  readonly object: KubeObject;
  readonly name: string;
  readonly leaving: boolean;
  /** False only when the hub says so. */
  readonly joined: boolean;
  /** For how long it has been leaving or not joined by the hub's clock, in ms; `undefined` when nothing tells. */
  readonly outFor: number | undefined;
  /** Age of the last heartbeat by the hub's clock in ms; `undefined` when there never was one. */
  readonly heartbeatAge: number | undefined;
  /** The period the agent is set to keep, in ms. */
  readonly heartbeatPeriod: number;
}

/** The members by name; `undefined` where MemberClusters cannot be read. */
export function viewMembers(hub: HubState): ReadonlyMap<string, MemberView> | undefined {
  const objects = seenObjects(hub, 'MemberCluster');
  return objects && new Map(objects.map((object) => [object.metadata.name, toMember(object, hub.now)]));
}

/**
 * No heartbeat for `limit` ms. Joined and Healthy stay True on a dead member, only the heartbeat stands still. Another member must have
 * been heard since. When all of a fleet fall silent at once, it is the hub that records no heartbeats, and no member is to blame.
 */
export function isSilent(members: ReadonlyMap<string, MemberView>, name: string, limit: number): boolean {
  const member = members.get(name);
  const age = member?.heartbeatAge;
  if (member === undefined || age === undefined || age <= Math.max(limit, 2 * member.heartbeatPeriod)) return false;
  const missed = age - MISSED * member.heartbeatPeriod;
  return members.size === 1 || [...members.values()].some((other) => other.heartbeatAge !== undefined && other.heartbeatAge <= missed);
}

/** Heartbeats another member must have sent meanwhile. */
const MISSED = 3;

function toMember(object: KubeObject, now: Date): MemberView {
  const joined = findCondition(conditionsAt(object, 'status', 'conditions'), 'Joined');
  const agent = listAt(object, 'status', 'agentStatus').find((entry) => stringAt(entry, 'type') === 'MemberAgent');
  const heartbeat = Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '');
  const out = Date.parse(object.metadata.deletionTimestamp ?? (joined?.status === 'True' ? '' : (joined?.lastTransitionTime ?? '')));
  return {
    object,
    name: object.metadata.name,
    leaving: isDeleting(object) || stringAt(object, 'spec', 'state') === 'Leave',
    joined: joined === undefined || joined.status === 'True',
    outFor: Number.isNaN(out) ? undefined : now.getTime() - out,
    heartbeatAge: Number.isNaN(heartbeat) ? undefined : now.getTime() - heartbeat,
    heartbeatPeriod: (numberAt(object, 'spec', 'heartbeatPeriodSeconds') ?? 60) * 1000,
  };
}
