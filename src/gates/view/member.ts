import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import { memberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { ineligibility } from '../../schedule/ineligibility.ts';
import type { GateMemory } from '../memory.ts';
import { seenObjects } from './seen.ts';

/** The hub's view of one member cluster's agent. */
export interface MemberView {
  readonly object: KubeObject;
  readonly name: string;
  readonly leaving: boolean;
  /** False only if the hub reports it. */
  readonly joined: boolean;
  /** For how long it has been leaving or not joined by the hub's clock, in ms; `undefined` if unknown. */
  readonly outFor: number | undefined;
  /** Age of the last heartbeat by the hub's clock in ms, negative if it is of the future; `undefined` if there never was one. */
  readonly heartbeatAge: number | undefined;
  /**
   * It sent no heartbeat for three periods and at least a minute, or the hub has none of it, however new it is, or only one of the future.
   * Joined and Healthy stay True on a dead member; only the heartbeat is old. See `silence`.
   */
  readonly silent: boolean;
  /** Its heartbeat is older than the newest one of files whose time is not known, by more than three periods; absent otherwise. */
  readonly behind?: { readonly of: string; readonly ms: number };
  /** The scheduler can pick it, by its agent and its heartbeat; false if the heartbeat leaves that open. */
  readonly eligible: boolean;
  /** Time without a heartbeat, in ms; `undefined` if it never sent one and its creation time is unknown. */
  readonly silentFor: number | undefined;
}

/** The members by name; `undefined` if MemberClusters cannot be read. @param now reading of the monotonic clock */
export function viewMembers(hub: HubState, memory: Heard, now: number): ReadonlyMap<string, MemberView> | undefined {
  const objects = seenObjects(hub, 'MemberCluster');
  if (objects === undefined) return undefined;
  const beats = objects
    .map((object) => ({ of: object.metadata.name, time: Date.parse(heartbeatOf(object)) }))
    .filter(({ time }) => !Number.isNaN(time))
    .toSorted((a, b) => b.time - a.time);
  const first = beats[0];
  const newest = (beats.find(({ time }) => time - hub.now.getTime() <= LEAST_SILENCE) ?? first)?.time ?? Number.NEGATIVE_INFINITY;
  const asked = { hub, memory, now, newest, ...(hub.isTimeConcluded === true && first !== undefined ? { first } : {}) };
  return new Map(
    objects.map((object) => {
      const heard = Object.assign(toMember(object, hub), silence(object, asked));
      return [object.metadata.name, Object.assign(heard, { eligible: isEligible(heard, hub) })];
    }),
  );
}

/** The heartbeats that the gate has seen until now. */
export function heartbeatsSeen(hub: HubState, { heartbeats }: Heard, now: number): GateMemory['heartbeats'] {
  return new Map(
    (seenObjects(hub, 'MemberCluster') ?? []).map((object) => {
      const last = heartbeatOf(object);
      const before = heartbeats.get(object.metadata.name);
      return [object.metadata.name, before?.last === last ? before : { last, since: now, moved: before !== undefined }];
    }),
  );
}

type Heard = Pick<GateMemory, 'watching' | 'heartbeats'>;

interface Silence {
  readonly hub: HubState;
  readonly memory: Heard;
  readonly now: number;
  /** The newest heartbeat of all members. One of the future is from a clock that is ahead, unless all of them are. */
  readonly newest: number;
  /** The newest heartbeat of files whose time is not known: it may be of a clock that is ahead, or of the only member that is not silent. */
  readonly first?: { readonly of: string; readonly time: number };
}

/**
 * A single look compares the heartbeat with the clock of the hub, and in files without a time also with the newest heartbeat. A gate that watches must not: that clock may be minutes off those of
 * the members. It compares the heartbeat with the newest of another member, or waits for the next one: until the gate sees it, an old
 * heartbeat makes a suspect. So does one of the future, which does not show when it was sent: the member writes its own clock
 * (KubeFleet pkg/controllers/internalmembercluster).
 */
function silence(object: KubeObject, { hub, memory, now, newest, first }: Silence): Pick<MemberView, 'silent' | 'silentFor' | 'behind'> {
  const period = (numberAt(object, 'spec', 'heartbeatPeriodSeconds') ?? 60) * 1000;
  const limit = Math.max(LEAST_SILENCE, MISSED * period);
  const heartbeat = Date.parse(heartbeatOf(object));
  const created = Date.parse(object.metadata.creationTimestamp ?? '');
  if (Number.isNaN(heartbeat)) return { silent: true, silentFor: ageIn(hub, created) };
  const age = hub.now.getTime() - heartbeat;
  const seen = memory.heartbeats.get(object.metadata.name);
  if (first !== undefined && Math.abs(age) <= limit && first.time - heartbeat > limit)
    return { silent: true, silentFor: Math.max(age, 0), behind: { of: first.of, ms: first.time - heartbeat } };
  if (!memory.watching || seen === undefined) return { silent: Math.abs(age) > limit, silentFor: Math.max(age, 0) };
  const unchanged = now - seen.since;
  if (seen.moved) return { silent: unchanged > limit, silentFor: unchanged };
  const behind = newest - heartbeat;
  if (behind > limit) return { silent: true, silentFor: behind };
  return { silent: Math.abs(age) > limit, silentFor: unchanged };
}

/** The number of missed heartbeats after which a member is silent. */
const MISSED = 3;
/** A heartbeat may have this age whatever the period, in ms. */
const LEAST_SILENCE = 60_000;
function heartbeatOf(object: KubeObject): string {
  const agent = listAt(object, 'status', 'agentStatus').find((entry) => stringAt(entry, 'type') === 'MemberAgent');
  return stringAt(agent, 'lastReceivedHeartbeat') ?? '';
}

function isEligible({ object, joined, leaving, silent }: Omit<MemberView, 'eligible'>, hub: HubState): boolean {
  return joined && !leaving && !silent && ineligibility(memberCluster(object), hub.now.getTime()) === undefined;
}

function ageIn(hub: HubState, time: number): number | undefined {
  return Number.isNaN(time) ? undefined : hub.now.getTime() - time;
}

/** The time is read only if an age is requested. */
function toMember(object: KubeObject, hub: HubState): Omit<MemberView, 'silent' | 'silentFor' | 'behind' | 'eligible'> {
  const joined = findCondition(conditionsAt(object, 'status', 'conditions'), 'Joined');
  const heartbeat = Date.parse(heartbeatOf(object));
  const out = Date.parse(object.metadata.deletionTimestamp ?? (joined?.status === 'True' ? '' : (joined?.lastTransitionTime ?? '')));
  return {
    object,
    name: object.metadata.name,
    leaving: isDeleting(object) || stringAt(object, 'spec', 'state') === 'Leave',
    joined: joined === undefined || joined.status === 'True',
    get outFor() {
      return ageIn(hub, out);
    },
    get heartbeatAge() {
      return ageIn(hub, heartbeat);
    },
  };
}
