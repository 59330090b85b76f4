import { conditionsAt } from '../../fleet/condition.ts';
import type { Condition } from '../../fleet/condition.ts';
import { listAt, numberAt, objectAt, stringAt } from '../../fleet/json.ts';
import type { KubeObject, ObjectRef } from '../../fleet/object.ts';
import type { Fact } from './observation.ts';
import { isDeleting } from '../view/seen.ts';

/** Why a workload on a member is not available, as its pods tell. */
export interface WorkloadCause {
  readonly fact: Extract<Fact, `pod-${string}`>;
  readonly evidence: readonly string[];
  /** It has been tried often enough that waiting will not help. */
  readonly lasting: boolean;
}

/** The causes that the pods of a workload's newest revision show, one of each kind; quotes what the member's kubelet and scheduler said. */
export function workloadCauses(objects: readonly KubeObject[], workload: ObjectRef): readonly WorkloadCause[] {
  const found = new Map<string, WorkloadCause>();
  for (const pod of podsOf(objects, workload)) {
    for (const cause of causesIn(pod)) {
      const known = found.get(cause.fact);
      if (known === undefined || (cause.lasting && !known.lasting)) found.set(cause.fact, cause);
    }
  }
  return [...found.values()];
}

/** What a Deployment itself reports: its deadline has passed, or its replicas cannot be created. */
export function workloadConditions(objects: readonly KubeObject[], workload: ObjectRef): readonly Condition[] {
  const own = objects.find(
    (object) => object.kind === workload.kind && object.metadata.name === workload.name && object.metadata.namespace === workload.namespace,
  );
  if (own === undefined || numberAt(own, 'status', 'observedGeneration') !== own.metadata.generation) return [];
  return conditionsAt(own, 'status', 'conditions').filter(
    (condition) =>
      (condition.type === 'ReplicaFailure' && condition.status === 'True') ||
      (condition.type === 'Progressing' && condition.reason === 'ProgressDeadlineExceeded'),
  );
}

/** The last words of the cluster about these pods, newest last: missing volumes, secrets and the like have no cause of their own. */
export function warningsAbout(objects: readonly KubeObject[], workload: ObjectRef): readonly string[] {
  const names = new Set([workload.name, ...podsOf(objects, workload).map((pod) => pod.metadata.name)]);
  const warnings = objects.filter(
    (object) =>
      object.kind === 'Event' && stringAt(object, 'type') === 'Warning' && names.has(stringAt(object, 'involvedObject', 'name') ?? ''),
  );
  const told = warnings
    .toSorted((a, b) => (stringAt(a, 'lastTimestamp') ?? '').localeCompare(stringAt(b, 'lastTimestamp') ?? ''))
    .map((event) => `${stringAt(event, 'reason') ?? ''}: ${stringAt(event, 'message') ?? ''}`);
  return [...new Set(told)].slice(-SHOWN);
}

const SHOWN = 3;

/** Pods of the newest ReplicaSet where there are ReplicaSets between; older revisions are on their way out. */
function podsOf(objects: readonly KubeObject[], workload: ObjectRef): readonly KubeObject[] {
  const pods = objects.filter((object) => object.kind === 'Pod' && !isDeleting(object));
  if (workload.kind === 'Pod') return pods.filter((pod) => pod.metadata.name === workload.name);
  const sets = objects.filter((object) => object.kind === 'ReplicaSet' && isOwnedBy(object, workload.kind, workload.name));
  const [newest] = sets.toSorted((a, b) => revisionOf(b) - revisionOf(a));
  if (newest !== undefined) return pods.filter((pod) => isOwnedBy(pod, 'ReplicaSet', newest.metadata.name));
  return pods.filter((pod) => isOwnedBy(pod, workload.kind, workload.name));
}

function isOwnedBy(object: KubeObject, kind: string, name: string): boolean {
  return listAt(object, 'metadata', 'ownerReferences').some(
    (owner) => stringAt(owner, 'kind') === kind && stringAt(owner, 'name') === name,
  );
}

function revisionOf(set: KubeObject): number {
  const revision = Number.parseInt(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '', 10);
  return Number.isNaN(revision) ? 0 : revision;
}

function causesIn(pod: KubeObject): readonly WorkloadCause[] {
  const containers = ['initContainerStatuses', 'containerStatuses'].flatMap((list) => listAt(pod, 'status', list));
  return [...unschedulable(pod), ...containers.flatMap((status) => causeOf(pod, status) ?? [])];
}

function unschedulable(pod: KubeObject): readonly WorkloadCause[] {
  const condition = conditionsAt(pod, 'status', 'conditions').find((found) => found.type === 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return [];
  return [{ fact: 'pod-unschedulable', evidence: [`pod ${pod.metadata.name}: ${condition.message}`], lasting: false }];
}

/** Waiting reasons of the kubelet. A first `ErrImagePull` may be the registry's hiccup, `ImagePullBackOff` was tried again. */
const PULLS = new Set(['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'RegistryUnavailable', 'ImageInspectError']);

/** The kubelet's back-off is 10, 20, 40 seconds, …: at the fourth restart a minute of crashing has passed. */
const CRASHES = 4;

function causeOf(pod: KubeObject, status: unknown): WorkloadCause | undefined {
  const waiting = objectAt(status, 'state', 'waiting');
  const reason = stringAt(waiting, 'reason') ?? '';
  const at = `pod ${pod.metadata.name}, container ${stringAt(status, 'name') ?? ''}`;
  const evidence = [`${at}: ${reason}: ${stringAt(waiting, 'message') ?? ''}`];
  if (reason === 'InvalidImageName') return { fact: 'pod-image-invalid', evidence, lasting: true };
  if (PULLS.has(reason)) return { fact: 'pod-image-pull', evidence, lasting: reason !== 'ErrImagePull' };
  if (reason !== 'CrashLoopBackOff') return undefined;
  const restarts = numberAt(status, 'restartCount') ?? 0;
  const ended = objectAt(status, 'lastState', 'terminated');
  const exit = ended === undefined ? [] : [`exit code ${String(numberAt(ended, 'exitCode'))}, ${stringAt(ended, 'reason') ?? 'no reason'}`];
  return { fact: 'pod-crash-loop', evidence: [...evidence, `${String(restarts)} restarts`, ...exit], lasting: restarts >= CRASHES };
}
