import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { listAt, stringAt } from '../../../src/fleet/json/json.ts';
import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { type Change, withChanges } from '../golden/object-changes.ts';
import { truthPath } from '../truth.ts';
import { sampled } from '../sampled.ts';

export interface RecordedEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
}

interface Cause {
  readonly id: string;
  readonly cluster?: string;
  readonly object?: string;
  readonly placement?: string;
}

export interface Expected {
  readonly scenario: string;
  readonly target: readonly string[];
  readonly manifests: readonly KubeObject[];
  readonly flags?: readonly string[];
  readonly outcome: string;
  readonly exitCode: number;
  readonly causes: readonly Cause[];
  readonly mayAlso?: readonly string[];
  /** In a cut recording: the members that sent heartbeats to the end. */
  readonly alive?: readonly string[];
  readonly clusters?: Readonly<Record<string, string>>;
  readonly placements?: Readonly<Record<string, string>>;
  readonly notBefore?: string;
  readonly by?: string;
}

export interface Recording {
  readonly name: string;
  readonly expected: Expected;
  /** The time of the last deploy mark, at which the gate starts. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly events: readonly RecordedEvent[];
  readonly marks: ReadonlyMap<string, number>;
  /** Members that sent heartbeats to the end. */
  readonly alive: ReadonlySet<string>;
  /** Whether events were left out, heartbeats among them. */
  readonly isCut: boolean;
}

/** A line of `events.jsonl`. A cut recording writes only what changed in an object since the line before. */
interface Line {
  readonly t: string;
  readonly type: string;
  readonly note?: string;
  readonly object?: KubeObject;
  /** The key of the object. */
  readonly of?: string;
  readonly changes?: readonly Change[];
}

/** `<version>/<scenario>` of every recording in a folder of TRUTH_DIR; empty if there is none. */
export function recordingNames(folder: 'recordings' | 'random' = 'recordings'): readonly string[] {
  const root = truthPath(folder);
  if (!existsSync(root)) return [];
  const versions = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return versions.flatMap((version) => readdirSync(join(root, version.name)).map((scenario) => `${version.name}/${scenario}`)).toSorted();
}

export function sampledRecordings(most = 40): readonly string[] {
  return sampled(recordingNames(), most);
}

export function readRecording(name: string): Recording {
  return recordingIn(truthPath('recordings', name), name);
}

/** A recording in any folder: `expect.json`, with `events.jsonl` beside it. */
export function recordingIn(folder: string, name: string): Recording {
  const expected = JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expected;
  const lines = readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const marks = new Map<string, number>();
  const events: RecordedEvent[] = [];
  const latest = new Map<string, KubeObject>();
  for (const { t, type, note, object, of, changes = [] } of lines) {
    if (type === 'MARK') marks.set(note ?? '', Date.parse(t));
    const changed = object ?? (of === undefined ? undefined : (withChanges(latest.get(of), changes) as KubeObject));
    if (changed === undefined) continue;
    latest.set(objectKey(refOf(changed)), changed);
    events.push({ at: Date.parse(t), type: type as RecordedEvent['type'], object: changed });
  }
  const endedAt = Math.max(...lines.map((line) => Date.parse(line.t)));
  return { name, expected, startedAt: marks.get('deploy') ?? endedAt, endedAt, events, marks, ...beatsOf(expected, events, endedAt) };
}

/** A cut recording lists the members that sent heartbeats to the end. */
function beatsOf({ alive }: Expected, events: readonly RecordedEvent[], endedAt: number): Pick<Recording, 'alive' | 'isCut'> {
  return alive === undefined ? { alive: aliveAtEnd(events, endedAt), isCut: false } : { alive: new Set(alive), isCut: true };
}

/** What the hub holds when the recording ends. */
export function objectsAtEnd({ events }: Recording): readonly KubeObject[] {
  return objectsAt(events);
}

/** What the hub holds after these events, which begin with its state at the start. */
export function objectsAt(events: Recording['events']): readonly KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of events) {
    if (type === 'DELETED') objects.delete(objectKey(refOf(object)));
    else objects.set(objectKey(refOf(object)), object);
  }
  return [...objects.values()];
}

/** The objects as the deploy applied them, without the defaults that the hub added. */
export function withManifests({ expected }: Recording, objects: readonly KubeObject[]): readonly KubeObject[] {
  const applied = new Map((expected.manifests ?? []).map((manifest) => [objectKey(refOf(manifest)), manifest]));
  return objects.map((object) => applied.get(objectKey(refOf(object))) ?? object);
}

/** Recorded members send a heartbeat every 5 s. A member that missed three of them is not alive. */
function aliveAtEnd(events: readonly RecordedEvent[], endedAt: number): ReadonlySet<string> {
  const last = new Map<string, number>();
  for (const { type, object } of events) {
    if (object.kind !== 'MemberCluster') continue;
    const agent = listAt(object, 'status', 'agentStatus').find((entry) => stringAt(entry, 'type') === 'MemberAgent');
    const heartbeat = Date.parse(stringAt(agent, 'lastReceivedHeartbeat') ?? '');
    if (type === 'DELETED' || Number.isNaN(heartbeat)) last.delete(object.metadata.name);
    else last.set(object.metadata.name, heartbeat);
  }
  return new Set([...last].filter(([, heartbeat]) => endedAt - heartbeat <= 16_000).map(([name]) => name));
}
