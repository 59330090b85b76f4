/** The real times of recorded rollouts are within the ranges that the plan forecasts. */
import { expect, it } from 'vitest';
import { conditionsAt, findCondition } from '../../src/fleet/kubernetes/condition.ts';
import { derivedFrom, placementKey } from '../../src/fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { objectKey, refOf } from '../../src/fleet/kubernetes/object.ts';
import { planPlacements } from '../../src/schedule/plan.ts';
import { type Recording, readRecording, recordingNames } from '../support/recordings/recording.ts';

const names = recordingNames();
const rollouts = names.map(readRecording).filter(({ expected }) => expected.outcome === 'passed');

it.skipIf(names.length === 0)('recorded rollouts end within the forecast', () => {
  const outside: string[] = [];
  let count = 0;
  for (const recording of rollouts) {
    for (const { what, seconds, range } of timesOf(recording)) {
      count++;
      if (seconds < range.least || seconds > range.most) outside.push(`${recording.name} ${what}: ${seconds} s, ${JSON.stringify(range)}`);
    }
  }
  expect(outside).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

interface Timed {
  readonly what: string;
  readonly seconds: number;
  readonly range: { readonly least: number; readonly most: number };
}

/** Each rollout that was forecast when the deploy ended and that the recording shows to its end. */
function timesOf(recording: Recording): readonly Timed[] {
  const objects = objectsAt(recording, recording.startedAt);
  const plan = planPlacements({
    objects: objects.map((object) => ({ object, namespace: object.metadata.namespace })),
    members: objects.filter(({ kind }) => kind === 'MemberCluster'),
    now: new Date(recording.startedAt),
  });
  return plan.placements.flatMap(({ object, forecasts = [] }) => {
    const key = placementKey(object.namespace, object.name);
    return forecasts.flatMap(({ of, run, seconds: range }): readonly Timed[] => {
      const hadClusters = objectsAt(recording, recording.startedAt - BEFORE).some((each) => isBinding(each, key));
      if (range === undefined || (of !== 'run' && (of === 'update') !== hadClusters)) return [];
      const end = run === undefined ? lastAvailable(recording, key) : succeeded(recording, run.name);
      return end === undefined ? [] : [{ what: `${of} of ${object.name}`, seconds: (end - recording.startedAt) / 1000, range }];
    });
  });
}

/** Longer than the deploy step of a recording. */
const BEFORE = 2000;

function objectsAt({ events }: Recording, time: number): readonly KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { at, type, object } of events) {
    if (at > time) continue;
    if (type === 'DELETED') objects.delete(objectKey(refOf(object)));
    else objects.set(objectKey(refOf(object)), object);
  }
  return [...objects.values()];
}

function isBinding(object: KubeObject, placement: string): boolean {
  return object.kind.endsWith('ResourceBinding') && derivedFrom(object) === placement;
}

/** When the last binding became available after the deploy; `undefined` if none did. */
function lastAvailable({ events, startedAt }: Recording, placement: string): number | undefined {
  const was = new Map<string, boolean>();
  let last: number | undefined;
  for (const { at, object } of events) {
    if (!isBinding(object, placement)) continue;
    const is = isTrue(object, 'Available');
    if (is && was.get(object.metadata.name) !== true && at > startedAt) last = at;
    was.set(object.metadata.name, is);
  }
  return last;
}

function succeeded({ events, startedAt }: Recording, run: string): number | undefined {
  return events.find(
    ({ at, object }) =>
      at > startedAt && object.kind.endsWith('StagedUpdateRun') && object.metadata.name === run && isTrue(object, 'Succeeded'),
  )?.at;
}

function isTrue(object: KubeObject, type: string): boolean {
  const condition = findCondition(conditionsAt(object, 'status', 'conditions'), type);
  return condition?.status === 'True' && condition.observedGeneration === object.metadata.generation;
}
