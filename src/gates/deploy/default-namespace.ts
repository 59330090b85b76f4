import { fleetKind } from '../../fleet/kinds.ts';
import { groupOf } from '../../fleet/object.ts';
import type { KubeObject } from '../../fleet/object.ts';

/** An object as the hub has it: a manifest without a namespace goes where `kubectl apply` was pointed. Unknown kinds are left as they are. */
export function inNamespace(object: KubeObject, namespace: string): KubeObject {
  if (object.metadata.namespace !== undefined || !isNamespaced(object)) return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function isNamespaced(object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  if (group.endsWith('kubernetes-fleet.io')) return fleetKind(object.kind)?.namespaced === true;
  return NAMESPACED[group]?.has(object.kind) === true;
}

/** Kubernetes' own namespaced kinds that people deploy, by group. */
const NAMESPACED: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set([
    'ConfigMap',
    'Endpoints',
    'LimitRange',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ]),
  apps: new Set(['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']),
  autoscaling: new Set(['HorizontalPodAutoscaler']),
  batch: new Set(['CronJob', 'Job']),
  'coordination.k8s.io': new Set(['Lease']),
  'discovery.k8s.io': new Set(['EndpointSlice']),
  'networking.k8s.io': new Set(['Ingress', 'NetworkPolicy']),
  policy: new Set(['PodDisruptionBudget']),
  'rbac.authorization.k8s.io': new Set(['Role', 'RoleBinding']),
};
