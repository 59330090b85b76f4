import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
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
  /** Age of the last heartbeat by the hub's clock in ms; `undefined` if there never was one. */
  readonly heartbeatAge: number | undefined;
  /**
   * There was no heartbeat for three periods and at least a minute, or never one. Joined and Healthy stay True on a dead member; only the
   * heartbeat is old. Other members do not matter: if none sent a heartbeat, all are silent.
   */
  readonly silent: boolean;
  /** Time since its last heartbeat by the hub's clock, in ms; `undefined` if it never sent one and its creation time is unknown. */
  readonly silentFor: number | undefined;
}

/** The members by name; `undefined` if MemberClusters cannot be read. */
export function viewMembers(hub: HubState): ReadonlyMap<string, MemberView> | undefined {
  const objects = seenObjects(hub, 'MemberCluster');
  return objects && new Map(objects.map((object) => [object.metadata.name, toMember(object, hub)]));
}

/** The number of missed heartbeats after which a member is silent. */
const MISSED = 3;
/** A heartbeat may have this age whatever the period, in ms. */
const LEAST_SILENCE = 60_000;

/** The time is read only if an age is requested. */
function toMember(object: KubeObject, hub: HubState): MemberView {
  const joined = findCondition(conditionsAt(object, 'status', 'conditions'), 'Joined');
  const agent = listAt(object, 'status', 'agentStatus').find((entry) => stringAt(entry, 'type') === 'MemberAgent');
  const heartbeat = Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '');
  const created = Date.parse(object.metadata.creationTimestamp ?? '');
  const period = (numberAt(object, 'spec', 'heartbeatPeriodSeconds') ?? 60) * 1000;
  const ageOf = (time: number): number | undefined => (Number.isNaN(time) ? undefined : hub.now.getTime() - time);
  const silentFor = (): number | undefined => ageOf(Number.isNaN(heartbeat) ? created : heartbeat);
  const out = Date.parse(object.metadata.deletionTimestamp ?? (joined?.status === 'True' ? '' : (joined?.lastTransitionTime ?? '')));
  return {
    object,
    name: object.metadata.name,
    leaving: isDeleting(object) || stringAt(object, 'spec', 'state') === 'Leave',
    joined: joined === undefined || joined.status === 'True',
    get outFor() {
      return ageOf(out);
    },
    get heartbeatAge() {
      return ageOf(heartbeat);
    },
    get silentFor() {
      return silentFor();
    },
    silent: (silentFor() ?? Infinity) > Math.max(LEAST_SILENCE, MISSED * period),
  };
}
