import { stringAt } from '../fleet/json.ts';
import { fleetKind } from '../fleet/kinds.ts';
import type { World } from './world.ts';

/** Kinds every API server has; source: `kubectl api-resources` of Kubernetes 1.34. */
const NAMESPACED: Readonly<Record<string, readonly string[]>> = {
  '': 'ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount'.split(
    ' ',
  ),
  apps: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  autoscaling: ['HorizontalPodAutoscaler'],
  batch: ['CronJob', 'Job'],
  'coordination.k8s.io': ['Lease'],
  'discovery.k8s.io': ['EndpointSlice'],
  'networking.k8s.io': ['Ingress', 'NetworkPolicy'],
  policy: ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io': ['Role', 'RoleBinding'],
};
const CLUSTER: Readonly<Record<string, readonly string[]>> = {
  '': ['Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'networking.k8s.io': ['IngressClass'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
};

/** The scope of a kind, where it is certain: built in, KubeFleet's own, or defined by a CRD among the manifests. */
export function scopeOfKind(group: string, kind: string, world: World): 'Namespaced' | 'Cluster' | undefined {
  if (NAMESPACED[group]?.includes(kind) === true) return 'Namespaced';
  if (CLUSTER[group]?.includes(kind) === true) return 'Cluster';
  const fleet = fleetKind(kind);
  if (fleet?.group === group) return fleet.namespaced ? 'Namespaced' : 'Cluster';
  const crd = world
    .ofKind('CustomResourceDefinition')
    .find(({ object }) => stringAt(object, 'spec', 'group') === group && stringAt(object, 'spec', 'names', 'kind') === kind);
  const scope = stringAt(crd?.object, 'spec', 'scope');
  return scope === 'Namespaced' || scope === 'Cluster' ? scope : undefined;
}
