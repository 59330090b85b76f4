import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { isObject, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';

/**
 * The newest moment that servers wrote into these objects: a lower bound of when they were read. Times that people choose or that lie ahead
 * by design (certificates, leases, deletion with a grace) do not count. What counts is creation, managedFields, conditions and events. So
 * does the whole status of KubeFleet's own objects, except what members reported back into it. `undefined` when there is none.
 */
export function newestTime(objects: Iterable<KubeObject>): Date | undefined {
  let newest = Number.NEGATIVE_INFINITY;
  for (const object of objects) {
    for (const text of timesOf(object)) {
      const at = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
      if (at > newest) newest = at;
    }
  }
  return newest === Number.NEGATIVE_INFINITY ? undefined : new Date(newest);
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
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
