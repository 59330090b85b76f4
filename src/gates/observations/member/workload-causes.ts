import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../../fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import type { Job, Pod, Workload } from '../../view/member-objects.ts';
import { warningsOf } from './member-events.ts';
import { eviction } from './eviction.ts';
import { podCauses } from './pod-causes.ts';
import type { WorkloadCause } from './workload-cause.ts';
import { allPodsOf, isOfFormerRevision, newestReplicaSet, podsOf } from './workload-pods.ts';

/**
 * The causes that the pods of a workload's newest revision show, one of each kind; quotes the member's kubelet and scheduler. If several
 * containers have the same kind of cause, the evidence names them all.
 */
export function workloadCauses(objects: readonly KubeObject[], workload: ObjectRef): readonly WorkloadCause[] {
  const own = ownObject(objects, workload) as Workload | undefined;
  if (hasOldPods(own)) return [];
  const ofPod = (pod: Pod): readonly WorkloadCause[] =>
    podCauses(pod, objects).map((cause) => (isOfFormerRevision(pod, own) ? { ...cause, isLasting: false } : cause));
  const evicted = allPodsOf(objects, workload).flatMap((pod) => eviction(pod) ?? []);
  const all = [...podsOf(objects, workload).flatMap(ofPod), ...evicted];
  return [...Map.groupBy(all, ({ fact }) => fact).values()].flatMap(joined);
}

/** The controller has not seen the newest specification yet, so that all pods are of the one before. */
function hasOldPods(own: Workload | undefined): boolean {
  const observed = numberAt(own, 'status', 'observedGeneration');
  return observed !== undefined && observed < (own?.metadata.generation ?? 0);
}

/** Causes of one kind in one: the replicas of a container once, a lasting one first. */
function joined(causes: readonly WorkloadCause[]): readonly WorkloadCause[] {
  const places = Map.groupBy(causes, ({ container, missing }) => JSON.stringify([container, missing]));
  const [first, ...others] = [...places.values()]
    .flatMap((same) => same.find(({ isLasting }) => isLasting) ?? same.slice(0, 1))
    .toSorted((a, b) => Number(b.isLasting) - Number(a.isLasting));
  if (first === undefined) return [];
  const missing = new Set([first, ...others].flatMap((cause) => cause.missing ?? []));
  const evidence = [...first.evidence, ...others.flatMap((cause) => cause.evidence.slice(0, 1))];
  return [{ ...first, evidence, ...(missing.size === 0 ? {} : { missing: [...missing].join(', ') }) }];
}

/**
 * Whether the deadline of a Deployment has passed, or pods cannot be created. A Deployment and its ReplicaSet have conditions for that,
 * which end if the next attempt succeeds. For other kinds an event is shown as such a condition, and an event stays.
 */
export function workloadConditions(objects: readonly KubeObject[], workload: ObjectRef): readonly Condition[] {
  const own = ownObject(objects, workload) as Workload | undefined;
  if (own === undefined) return [];
  const reported = isUpToDate(own) ? conditionsAt(own, 'status', 'conditions').filter(isFailing) : [];
  if (reported.some(({ type }) => type === 'ReplicaFailure')) return reported;
  const set = newestReplicaSet(objects, workload);
  const failure = set === undefined ? undefined : conditionsAt(set, 'status', 'conditions').find(({ type }) => type === 'ReplicaFailure');
  return failure?.status === 'True' ? [...reported, failure] : [...reported, ...uncreated(objects, own)];
}

/** A Job that Kubernetes has stopped retrying for good (Kubernetes pkg/controller/job). */
export function failedJob(objects: readonly KubeObject[], job: ObjectRef): readonly string[] {
  const own = ownObject(objects, job) as Job | undefined;
  const failed = findCondition(conditionsAt(own, 'status', 'conditions'), 'Failed');
  if (failed?.status !== 'True') return [];
  const ended = allPodsOf(objects, job).flatMap((pod) =>
    [...listAt(pod, 'status', 'initContainerStatuses'), ...listAt(pod, 'status', 'containerStatuses')].flatMap((status) => {
      const end = objectAt(status, 'state', 'terminated');
      const code = numberAt(end, 'exitCode') ?? 0;
      return code === 0
        ? []
        : [
            `pod ${pod.metadata.name}, container ${stringAt(status, 'name') ?? ''}: exit code ${String(code)}, ${stringAt(end, 'reason') ?? ''}`,
          ];
    }),
  );
  return [`Failed ${failed.reason}: ${failed.message}`, ...ended.slice(-1)];
}

function isFailing({ type, status, reason }: Condition): boolean {
  return (type === 'ReplicaFailure' && status === 'True') || (type === 'Progressing' && reason === 'ProgressDeadlineExceeded');
}

/** StatefulSets, DaemonSets and Jobs have no such condition: if they lack pods, the events hold the last refusal. */
function uncreated(objects: readonly KubeObject[], own: Workload): readonly Condition[] {
  const { kind, metadata } = own;
  const lacks =
    kind === 'StatefulSet'
      ? (numberAt(own, 'status', 'replicas') ?? 0) < (numberAt(own, 'spec', 'replicas') ?? 1)
      : kind === 'DaemonSet'
        ? (numberAt(own, 'status', 'currentNumberScheduled') ?? 0) < (numberAt(own, 'status', 'desiredNumberScheduled') ?? 0)
        : kind === 'Job' && isWithoutPods(own);
  const last = lacks ? warningsOf(objects, kind, metadata.name).findLast(({ reason }) => reason === 'FailedCreate') : undefined;
  return last === undefined ? [] : [{ type: 'ReplicaFailure', status: 'True', reason: last.reason, message: last.message }];
}

/** A Job that runs and of which no pod was ever made. */
function isWithoutPods(job: Job): boolean {
  const pods = (['active', 'succeeded', 'failed'] as const).map((count) => numberAt(job, 'status', count) ?? 0);
  return pods.every((count) => count === 0) && field(objectAt(job, 'spec'), 'suspend') !== true;
}

function ownObject(objects: readonly KubeObject[], workload: ObjectRef): KubeObject | undefined {
  return objects.find(
    (object) => object.kind === workload.kind && object.metadata.name === workload.name && object.metadata.namespace === workload.namespace,
  );
}

function isUpToDate(own: Workload): boolean {
  return numberAt(own, 'status', 'observedGeneration') === own.metadata.generation;
}
