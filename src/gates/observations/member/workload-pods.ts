import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { isDeleting } from '../../../fleet/kubernetes/object.ts';
import type { Pod, ReplicaSet, Workload } from '../../view/member-objects.ts';

/** The pods of a workload's newest revision that are not being deleted; older revisions will be removed. */
export function podsOf(objects: readonly KubeObject[], workload: ObjectRef): readonly Pod[] {
  return allPodsOf(objects, workload).filter((pod) => !isDeleting(pod));
}

/** The same with pods that are being deleted, such as evicted ones. */
export function allPodsOf(objects: readonly KubeObject[], workload: ObjectRef): readonly Pod[] {
  const pods = objects.filter((object): object is Pod => object.kind === 'Pod');
  if (workload.kind === 'Pod') return pods.filter((pod) => pod.metadata.name === workload.name);
  const newest = newestReplicaSet(objects, workload);
  if (newest !== undefined) return pods.filter((pod) => isOwnedBy(pod, 'ReplicaSet', newest.metadata.name));
  return pods.filter((pod) => isOwnedBy(pod, workload.kind, workload.name));
}

/** The ReplicaSet with which a Deployment now creates its pods; `undefined` if there is none. */
export function newestReplicaSet(objects: readonly KubeObject[], workload: ObjectRef): ReplicaSet | undefined {
  const sets = objects.filter(
    (object): object is ReplicaSet => object.kind === 'ReplicaSet' && isOwnedBy(object as ReplicaSet, workload.kind, workload.name),
  );
  return sets.toSorted((a, b) => revisionOf(b) - revisionOf(a))[0];
}

/**
 * Whether a rollout of its StatefulSet or DaemonSet has not replaced the pod yet (Kubernetes pkg/controller/statefulset,
 * pkg/controller/daemon/util).
 */
export function isOfFormerRevision(pod: Pod, workload: Workload | undefined): boolean {
  const labels = pod.metadata.labels ?? {};
  const updated =
    stringAt(workload, 'status', 'updateRevision') ?? workload?.metadata.annotations?.['deprecated.daemonset.template.generation'];
  const own = labels[workload?.kind === 'StatefulSet' ? 'controller-revision-hash' : 'pod-template-generation'];
  return updated !== undefined && own !== undefined && own !== updated;
}

/** The claims of a pod by name. */
export function claimsOf(pod: Pod): readonly string[] {
  return listAt(pod, 'spec', 'volumes').flatMap((volume) => stringAt(volume, 'persistentVolumeClaim', 'claimName') ?? []);
}

function isOwnedBy(object: Pod | ReplicaSet, kind: string, name: string): boolean {
  return listAt(object, 'metadata', 'ownerReferences').some(
    (owner) => stringAt(owner, 'kind') === kind && stringAt(owner, 'name') === name,
  );
}

function revisionOf(set: ReplicaSet): number {
  const revision = Number.parseInt(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '', 10);
  return Number.isNaN(revision) ? 0 : revision;
}
