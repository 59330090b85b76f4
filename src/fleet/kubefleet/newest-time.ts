import { CLUSTER_GROUP, PLACEMENT_GROUP } from './kinds.ts';
import { isObject, listAt, objectAt, stringAt } from '../json/json.ts';
import { groupOf, type KubeObject } from '../kubernetes/object.ts';
import { timeOf } from '../kubernetes/rfc3339.ts';

/**
 * The newest time that servers wrote into these objects. The objects were read at that time or later. It uses creation, managedFields,
 * conditions and events, and the status of KubeFleet's own objects except what members reported back. It does not use times that people
 * choose or that may be in the future (certificates, leases, deletion with a grace period). `undefined` if there is no such time.
 */
export function newestTime(objects: Iterable<KubeObject>): Date | undefined {
  let newest = Number.NEGATIVE_INFINITY;
  for (const object of objects) {
    for (const text of timesOf(object)) {
      const at = timeOf(text);
      if (at > newest) newest = at;
    }
  }
  return newest === Number.NEGATIVE_INFINITY ? undefined : new Date(newest);
}

const MEMBERS_OWN: ReadonlySet<string> = new Set(['backReportedStatus', 'observedStatus']);

function* timesOf(object: KubeObject): Generator<string> {
  const { metadata } = object;
  if (typeof metadata.creationTimestamp === 'string') yield metadata.creationTimestamp;
  for (const entry of listAt(metadata, 'managedFields')) yield stringAt(entry, 'time') ?? '';
  if (object.kind === 'Event') for (const key of ['lastTimestamp', 'eventTime', 'firstTimestamp']) yield stringAt(object, key) ?? '';
  const group = groupOf(object.apiVersion);
  if (group === PLACEMENT_GROUP || group === CLUSTER_GROUP) yield* timesWithin(objectAt(object, 'status'));
  else for (const condition of listAt(object, 'status', 'conditions')) yield stringAt(condition, 'lastTransitionTime') ?? '';
}

function* timesWithin(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* timesWithin(entry);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (MEMBERS_OWN.has(key)) continue;
    if (typeof inner === 'string' && /(time|timestamp|heartbeat)$/i.test(key)) yield inner;
    else yield* timesWithin(inner);
  }
}
