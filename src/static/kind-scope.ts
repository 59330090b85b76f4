import { stringAt } from '../fleet/json.ts';
import { fleetKind } from '../fleet/kinds.ts';
import { isClusterScoped } from './read/cluster-scoped.ts';
import type { World } from './world.ts';

/** Namespaced kinds every API server has; source: `kubectl api-resources` of Kubernetes 1.34. */
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
/** The scope of a kind, where it is certain: built in, KubeFleet's own, or defined by a CRD among the manifests. */
export function scopeOfKind(group: string, kind: string, world: World): 'Namespaced' | 'Cluster' | undefined {
  if (NAMESPACED[group]?.includes(kind) === true) return 'Namespaced';
  if (isClusterScoped(`${group}/v1`, kind)) return 'Cluster';
  if (fleetKind(kind)?.group === group) return 'Namespaced';
  const crd = world
    .ofKind('CustomResourceDefinition')
    .find(({ object }) => stringAt(object, 'spec', 'group') === group && stringAt(object, 'spec', 'names', 'kind') === kind);
  const scope = stringAt(crd?.object, 'spec', 'scope');
  return scope === 'Namespaced' || scope === 'Cluster' ? scope : undefined;
}
