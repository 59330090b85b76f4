import { isObject } from '../../../src/fleet/json/json.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { RecordedEvent, Recording } from './recording.ts';

/** Variants of how a story reaches a watcher. What existed before the deploy is the same in all of them. */

/** As polling sees it: every change arrives at the next full period. */
export function polled(recording: Recording, period: number): Recording {
  const { startedAt } = recording;
  const late = (event: RecordedEvent): RecordedEvent =>
    event.at <= startedAt ? event : { ...event, at: startedAt + Math.ceil((event.at - startedAt) / period) * period };
  return { ...recording, events: recording.events.map(late) };
}

/** Each kind arrives with its own delay, so changes of different kinds arrive in another order. */
export function lagging(recording: Recording, lags: Readonly<Record<string, number>>): Recording {
  const events = recording.events.map((event) =>
    event.at <= recording.startedAt ? event : { ...event, at: event.at + (lags[event.object.kind] ?? 0) },
  );
  return { ...recording, events: events.toSorted((a, b) => a.at - b.at) };
}

/** The recording stops early: no further events, and no further heartbeats. */
export function brokenOff(recording: Recording, share: number): Recording {
  const endedAt = recording.startedAt + (recording.endedAt - recording.startedAt) * share;
  return { ...recording, events: recording.events.filter((event) => event.at <= endedAt), endedAt };
}

/** The gate starts, or restarts, after everything has happened. */
export function startedLate(recording: Recording): Recording {
  return { ...recording, startedAt: recording.endedAt };
}

/** The gate starts before the deploy reaches the hub, as it can beside a GitOps controller. */
export function startedEarly(recording: Recording, by: number): Recording {
  const first = recording.events[0]?.at ?? recording.startedAt;
  return { ...recording, startedAt: Math.max(first, recording.startedAt - by) };
}

/** As a later version might write it: conditions and lists of a status in reverse order, with unknown conditions added. */
export function toldOtherwise(recording: Recording): Recording {
  return { ...recording, events: recording.events.map((event) => ({ ...event, object: otherwise(event.object) })) };
}

function otherwise(object: KubeObject): KubeObject {
  const isOfFleet = object.apiVersion.includes('kubernetes-fleet.io/');
  return isOfFleet && isObject(object['status']) ? { ...object, status: turned(object['status']) } : object;
}

/** The order of a run's stages and tasks has a meaning. */
const IN_ORDER = /^stages|Stage|clusters/;

function turned(value: unknown, name = ''): unknown {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, turned(entry, key)]));
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry) => turned(entry, name));
  if (name === 'conditions' && entries.length > 0) return [UNKNOWN, ...entries.toReversed()];
  return IN_ORDER.test(name) ? entries : entries.toReversed();
}

const UNKNOWN = { type: 'Foreseen', status: 'False', reason: 'NotYetInvented', message: 'of a later version', observedGeneration: 1 };
