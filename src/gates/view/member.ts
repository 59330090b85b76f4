import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
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
  /**
   * No heartbeat for too long. Joined and Healthy stay True on a dead member, only the heartbeat stands still. Another member must have been
   * heard since: when all of a fleet fall silent at once, it is the hub that records no heartbeats, and no member is to blame.
   */
  readonly silent: boolean;
}

/** The members by name; `undefined` where MemberClusters cannot be read. @param limit milliseconds without a heartbeat that make one silent */
export function viewMembers(hub: HubState, limit: number): ReadonlyMap<string, MemberView> | undefined {
  const objects = seenObjects(hub, 'MemberCluster');
  if (objects === undefined) return undefined;
  const members = objects.map((object) => toMember(object, hub));
  return new Map(members.map((member) => [member.name, Object.assign(member, { silent: isSilent(members, member, limit) })]));
}

/** Whether the last heartbeat is too old, whoever is to blame. */
export function isOverdue({ heartbeatAge: age, heartbeatPeriod }: Heard, limit: number): boolean {
  return age !== undefined && age > Math.max(limit, 2 * heartbeatPeriod);
}

function isSilent(members: readonly Heard[], member: Heard, limit: number): boolean {
  const { heartbeatAge: age, heartbeatPeriod } = member;
  if (age === undefined || !isOverdue(member, limit)) return false;
  const missed = age - MISSED * heartbeatPeriod;
  return members.length === 1 || members.some((other) => other.heartbeatAge !== undefined && other.heartbeatAge <= missed);
}

type Heard = Omit<MemberView, 'silent'>;

/** Heartbeats another member must have sent meanwhile. */
const MISSED = 3;

/** The time is asked for only by whoever asks for an age. */
function toMember(object: KubeObject, hub: HubState): Heard {
  const joined = findCondition(conditionsAt(object, 'status', 'conditions'), 'Joined');
  const agent = listAt(object, 'status', 'agentStatus').find((entry) => stringAt(entry, 'type') === 'MemberAgent');
  const heartbeat = Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '');
  const out = Date.parse(object.metadata.deletionTimestamp ?? (joined?.status === 'True' ? '' : (joined?.lastTransitionTime ?? '')));
  return {
    object,
    name: object.metadata.name,
    leaving: isDeleting(object) || stringAt(object, 'spec', 'state') === 'Leave',
    joined: joined === undefined || joined.status === 'True',
    get outFor() {
      return Number.isNaN(out) ? undefined : hub.now.getTime() - out;
    },
    get heartbeatAge() {
      return Number.isNaN(heartbeat) ? undefined : hub.now.getTime() - heartbeat;
    },
    heartbeatPeriod: (numberAt(object, 'spec', 'heartbeatPeriodSeconds') ?? 60) * 1000,
  };
}
