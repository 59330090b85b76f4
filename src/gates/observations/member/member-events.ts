import { messageAt } from '../../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { Event } from '../../view/member-objects.ts';
import { claimsOf, newestReplicaSet, podsOf } from './workload-pods.ts';

/** The warnings of a cluster about one object, oldest first: `FailedMount: secret "db" not found`. */
export function warningsOf(objects: readonly KubeObject[], kind: string, name: string): readonly MemberEvent[] {
  return objects
    .filter(
      (object): object is Event =>
        object.kind === 'Event' &&
        stringAt(object as Event, 'type') === 'Warning' &&
        stringAt(object as Event, 'involvedObject', 'kind') === kind &&
        stringAt(object as Event, 'involvedObject', 'name') === name,
    )
    .map(toEvent)
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

export interface MemberEvent {
  readonly reason: string;
  readonly message: string;
  /** The part of the object it is about: `spec.containers{main}`; empty for the whole object. */
  readonly part: string;
  readonly at: string;
  /** When it was first reported: the API server joins equal events. */
  readonly first: string;
}

export function eventText({ reason, message }: MemberEvent): string {
  return `${reason}: ${message}`;
}

/** When the oldest of some events was first reported. */
export function firstOf(events: readonly MemberEvent[]): string | undefined {
  return events.map(({ first }) => first).toSorted()[0];
}

/** The newest warnings about a workload, its pods and their claims: newest last, each once. */
export function warningsAbout(objects: readonly KubeObject[], workload: ObjectRef): readonly string[] {
  const pods = podsOf(objects, workload);
  const set = newestReplicaSet(objects, workload);
  const about = [
    [workload.kind, workload.name],
    ...(set === undefined ? [] : [[set.kind, set.metadata.name]]),
    ...pods.map((pod) => [pod.kind, pod.metadata.name]),
    ...pods.flatMap(claimsOf).map((claim) => ['PersistentVolumeClaim', claim]),
  ] as const;
  const events = about.flatMap(([kind = '', name = '']) => warningsOf(objects, kind, name));
  const texts = events.toSorted((a, b) => a.at.localeCompare(b.at)).map(eventText);
  return [...new Set(texts)].slice(-SHOWN);
}

const SHOWN = 3;

/** The older API has the time in the event, the newer one in a series. */
function toEvent(event: Event): MemberEvent {
  const at =
    stringAt(event, 'lastTimestamp') ??
    stringAt(event, 'series', 'lastObservedTime') ??
    stringAt(event, 'eventTime') ??
    event.metadata.creationTimestamp ??
    '';
  return {
    reason: stringAt(event, 'reason') ?? '',
    message: messageAt(event),
    part: stringAt(event, 'involvedObject', 'fieldPath') ?? '',
    at,
    first: stringAt(event, 'firstTimestamp') ?? stringAt(event, 'eventTime') ?? event.metadata.creationTimestamp ?? at,
  };
}
