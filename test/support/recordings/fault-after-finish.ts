import { findCondition, conditionsAt } from '../../../src/fleet/kubernetes/condition.ts';
import { isObject, listAt, objectAt, stringAt } from '../../../src/fleet/json/json.ts';
import { objectKey, refOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { finishedClusters } from '../../../src/gates/observations/run/finished-clusters.ts';
import { viewRun } from '../../../src/gates/view/run.ts';
import type { RecordedEvent, Recording } from './recording.ts';

/** A cluster, and when an update run finished it or, without a run, when its binding became available. */
export interface FinishedCluster {
  readonly cluster: string;
  readonly at: number;
}

/** The first cluster that finishes after the deploy and stays placed; `undefined` if there is none. */
export function firstFinished({ events, startedAt }: Recording): FinishedCluster | undefined {
  const hasRun = events.some(({ object }) => isRun(object));
  const left = new Set(events.flatMap(({ type, object }) => (type === 'DELETED' ? (stringAt(object, 'spec', 'targetCluster') ?? []) : [])));
  for (const { at, object } of events) {
    if (at <= startedAt) continue;
    const [byRun] = isRun(object) ? finishedClusters(viewRun(object)) : [];
    const cluster = hasRun ? byRun : availableOn(object);
    if (cluster !== undefined && !left.has(cluster)) return { cluster, at };
  }
  return undefined;
}

/** The same story, but from one second later on nothing on the cluster is available. */
export function brokenLater(recording: Recording, { cluster, at }: FinishedCluster): Recording {
  const from = at + 1000;
  const before = recording.events.filter((event) => event.at <= from);
  const last = new Map(before.map((event) => [objectKey(refOf(event.object)), event]));
  const breaks = [...last.values()].flatMap((event): readonly RecordedEvent[] =>
    event.type !== 'DELETED' && isOf(event.object, cluster) ? [{ at: from, type: 'MODIFIED', object: broken(event.object) }] : [],
  );
  const after = recording.events
    .filter((event) => event.at > from)
    .map((event) => (isOf(event.object, cluster) ? { ...event, object: broken(event.object) } : event));
  return { ...recording, events: [...before, ...breaks, ...after], endedAt: Math.max(recording.endedAt, from) };
}

function isRun({ kind }: KubeObject): boolean {
  return kind.endsWith('StagedUpdateRun');
}

function availableOn(object: KubeObject): string | undefined {
  const available = findCondition(conditionsAt(object, 'status', 'conditions'), 'Available');
  const isGood = available?.status === 'True' && available.observedGeneration === object.metadata.generation;
  return isGood && object.kind.endsWith('ResourceBinding') ? stringAt(object, 'spec', 'targetCluster') : undefined;
}

function isOf({ kind, metadata, ...object }: KubeObject, cluster: string): boolean {
  if (kind === 'Work') return metadata.namespace === `fleet-member-${cluster}`;
  return kind.endsWith('ResourceBinding') && stringAt(object, 'spec', 'targetCluster') === cluster;
}

function broken(object: KubeObject): KubeObject {
  const status = objectAt(object, 'status');
  const isWork = object.kind === 'Work';
  const conditions = unavailable(listAt(status, 'conditions'), isWork ? 'SomeManifestsAreNotAvailable' : 'NotAllWorkAreAvailable');
  const manifestConditions = listAt(status, 'manifestConditions')
    .filter(isObject)
    .map((entry) => ({ ...entry, conditions: unavailable(listAt(entry, 'conditions'), 'ManifestNotAvailableYet') }));
  return { ...object, status: { ...status, conditions, ...(isWork ? { manifestConditions } : {}) } };
}

function unavailable(conditions: readonly unknown[], reason: string): readonly unknown[] {
  return conditions.map((condition) =>
    isObject(condition) && condition['type'] === 'Available' ? { ...condition, status: 'False', reason } : condition,
  );
}
