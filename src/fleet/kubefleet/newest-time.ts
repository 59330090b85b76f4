import { CLUSTER_GROUP, PLACEMENT_GROUP } from './kinds.ts';
import { isObject, listAt, objectAt, stringAt } from '../json/json.ts';
import { groupOf, type KubeObject } from '../kubernetes/object.ts';
import { timeOf } from '../kubernetes/rfc3339.ts';
import { clusterOfWork } from './cluster-of-work.ts';

/** The clock of the hub; those of members have the name of their cluster. */
const HUB = '';
/** The clocks of controllers of other projects. */
const OTHERS = '/';

/** Clocks of one time differ by less, in ms. Heartbeats come once a minute. */
const AGREEMENT = 60_000;
const DAY = 86_400_000;
const YEAR = 366 * DAY;

/**
 * The newest time that servers wrote into these objects. The objects were read at that time or later. It uses creation, managedFields,
 * conditions and events, and the status of KubeFleet's own objects except what members reported back. It does not use times that people
 * choose or that may be in the future (certificates, leases, deletion with a grace period). `undefined` if there is no such time.
 *
 * Members write some of these times by their own clocks. The times of members that are ahead of more other clocks, which agree, are not used.
 * Controllers of other projects may write any time into their conditions. These are used only if there is no other time.
 */
export function newestTime(objects: Iterable<KubeObject>): Date | undefined {
  const newest = new Map<string, number>();
  for (const object of objects) {
    for (const [clock, text] of timesOf(object)) {
      const at = timeOf(text);
      if (at > (newest.get(clock) ?? Number.NEGATIVE_INFINITY)) newest.set(clock, at);
    }
  }
  const others = newest.get(OTHERS);
  newest.delete(OTHERS);
  const [first, ...later] = agreeing([...newest]);
  let chosen = first;
  for (const group of later) {
    // The hub's clock is right, and members that are behind for a day are gone. A clock that is ahead for more than a year is wrong.
    if (chosen === undefined || chosen.clocks.includes(HUB)) break;
    const ahead = chosen.newest - group.newest;
    if (ahead > DAY && ahead <= YEAR) break;
    if (group.clocks.length > chosen.clocks.length) chosen = group;
    if (group.clocks.includes(HUB)) break;
  }
  const time = chosen?.newest ?? others;
  return time === undefined ? undefined : new Date(time);
}

interface Clocks {
  readonly newest: number;
  readonly clocks: readonly string[];
}

/** The clocks that agree, the newest first. */
function agreeing(clocks: readonly (readonly [clock: string, time: number])[]): readonly Clocks[] {
  const groups: { newest: number; last: number; clocks: string[] }[] = [];
  for (const [clock, time] of clocks.toSorted(([, a], [, b]) => b - a)) {
    const group = groups.at(-1);
    if (group === undefined || group.last - time > AGREEMENT) groups.push({ newest: time, last: time, clocks: [clock] });
    else {
      group.last = time;
      group.clocks.push(clock);
    }
  }
  return groups;
}

const MEMBERS_OWN: ReadonlySet<string> = new Set(['backReportedStatus', 'observedStatus']);

/** The hub copies them from Works, with the times of the member. */
const COPIED: ReadonlySet<string> = new Set(['failedPlacements', 'driftedPlacements', 'diffedPlacements']);

function* timesOf(object: KubeObject): Generator<readonly [clock: string, time: string]> {
  const { metadata, kind } = object;
  if (typeof metadata.creationTimestamp === 'string') yield [HUB, metadata.creationTimestamp];
  for (const entry of listAt(metadata, 'managedFields')) yield [HUB, stringAt(entry, 'time') ?? ''];
  if (kind === 'Event') for (const key of ['lastTimestamp', 'eventTime', 'firstTimestamp']) yield [HUB, stringAt(object, key) ?? ''];
  const group = groupOf(object.apiVersion);
  if (group !== PLACEMENT_GROUP && group !== CLUSTER_GROUP) {
    const clock = isOfKubernetes(group) ? HUB : OTHERS;
    for (const condition of listAt(object, 'status', 'conditions')) yield [clock, stringAt(condition, 'lastTransitionTime') ?? ''];
    return;
  }
  const cluster = stringAt(object, 'spec', 'targetCluster');
  for (const [key, value] of Object.entries(objectAt(object, 'status') ?? {}))
    yield* timesWithin({ [key]: value }, clockOf(object, key), cluster);
}

function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/**
 * The clock by which a part of a status was written. Members write the status of Works and InternalMemberClusters in their namespace, and
 * the hub copies all but the conditions to the MemberCluster (KubeFleet pkg/controllers/workapplier, membercluster/v1beta1).
 */
function clockOf(object: KubeObject, key: string): string {
  if (object.kind === 'Work' || object.kind === 'InternalMemberCluster') return clusterOfWork(object);
  return object.kind === 'MemberCluster' && key !== 'conditions' ? object.metadata.name : HUB;
}

/** @param cluster the cluster that a part of a binding or placement is about */
function* timesWithin(value: unknown, clock: string, cluster?: string): Generator<readonly [clock: string, time: string]> {
  if (Array.isArray(value)) for (const entry of value) yield* timesWithin(entry, clock, cluster);
  if (!isObject(value)) return;
  const about = stringAt(value, 'clusterName') ?? cluster;
  for (const [key, inner] of Object.entries(value)) {
    if (MEMBERS_OWN.has(key)) continue;
    if (typeof inner === 'string' && /(time|timestamp|heartbeat)$/i.test(key)) yield [clock, inner];
    else yield* timesWithin(inner, COPIED.has(key) ? (about ?? clock) : clock, about);
  }
}
