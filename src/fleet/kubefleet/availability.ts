import { stringAt } from '../json/json.ts';
import { groupOf } from '../kubernetes/object.ts';

/**
 * How KubeFleet decides that an object on a member is available. `tracked`: it reads the object's status · `data`: the object is available
 * when it is applied, and cannot fail later · `untracked`: KubeFleet reports it as available when it is applied, but does not know if it
 * works.
 */
export type Tracking = 'tracked' | 'data' | 'untracked';

/**
 * Source: `pkg/controllers/workapplier/availability_tracker.go`, the same in v0.3.1 and main.
 * @param object the complete object, if it is known
 */
export function trackingOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }, object?: unknown): Tracking {
  const type = `${groupOf(apiVersion)}/${kind}`;
  // A Service of type ExternalName has no status to read.
  if (type === '/Service' && stringAt(object, 'spec', 'type') === 'ExternalName') return 'untracked';
  if (TRACKED.has(type)) return 'tracked';
  return DATA.has(type) ? 'data' : 'untracked';
}

const TRACKED: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  '/Service',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'policy/PodDisruptionBudget',
]);

const DATA: ReadonlySet<string> = new Set([
  '/Namespace',
  '/Secret',
  '/ConfigMap',
  '/ServiceAccount',
  '/LimitRange',
  '/ResourceQuota',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/RoleBinding',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'networking.k8s.io/NetworkPolicy',
  'networking.k8s.io/IngressClass',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/CSIStorageCapacity',
  'storage.k8s.io/StorageClass',
  'apps/ControllerRevision',
  'scheduling.k8s.io/PriorityClass',
]);
