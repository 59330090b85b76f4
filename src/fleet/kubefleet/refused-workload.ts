import type { ObjectRef } from '../kubernetes/object.ts';

/**
 * Whether the hub's webhooks refuse to create the object. A hub runs no workloads, so Pods and ReplicaSets may only be in the namespaces of
 * its own agents (KubeFleet pkg/webhook/pod and pkg/webhook/replicaset, v0.3.1 and main). A hub agent with `--enable-workload` accepts
 * them.
 */
export function isRefusedWorkload({ apiVersion, kind, namespace = 'default' }: Omit<ObjectRef, 'name'>): boolean {
  const isWorkload = (kind === 'Pod' && apiVersion === 'v1') || (kind === 'ReplicaSet' && apiVersion === 'apps/v1');
  return isWorkload && !/^(?:kube|fleet)-/.test(namespace);
}
