import { FLEET_KINDS } from '../../fleet/kubefleet/kinds.ts';

/** A resource type as an API server serves it; objects are stored once and read in any of the versions. */
export interface ServedType {
  /** The core group is the empty string. */
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Preferred first. */
  readonly versions: readonly string[];
}

/** What a KubeFleet hub serves: KubeFleet's own kinds and the built-in ones that deploys and placements deal in. */
export const SERVED_TYPES: readonly ServedType[] = [
  ...FLEET_KINDS,
  ...builtIn('', ['v1'], 'Cluster', { Namespace: 'namespaces', Node: 'nodes', PersistentVolume: 'persistentvolumes' }),
  ...builtIn('', ['v1'], 'Namespaced', {
    ConfigMap: 'configmaps',
    Event: 'events',
    LimitRange: 'limitranges',
    PersistentVolumeClaim: 'persistentvolumeclaims',
    Pod: 'pods',
    ResourceQuota: 'resourcequotas',
    Secret: 'secrets',
    Service: 'services',
    ServiceAccount: 'serviceaccounts',
  }),
  ...builtIn('apps', ['v1'], 'Namespaced', {
    DaemonSet: 'daemonsets',
    Deployment: 'deployments',
    ReplicaSet: 'replicasets',
    StatefulSet: 'statefulsets',
  }),
  ...builtIn('batch', ['v1'], 'Namespaced', { CronJob: 'cronjobs', Job: 'jobs' }),
  ...builtIn('networking.k8s.io', ['v1'], 'Namespaced', { Ingress: 'ingresses', NetworkPolicy: 'networkpolicies' }),
  ...builtIn('policy', ['v1'], 'Namespaced', { PodDisruptionBudget: 'poddisruptionbudgets' }),
  ...builtIn('rbac.authorization.k8s.io', ['v1'], 'Cluster', { ClusterRole: 'clusterroles', ClusterRoleBinding: 'clusterrolebindings' }),
  ...builtIn('rbac.authorization.k8s.io', ['v1'], 'Namespaced', { Role: 'roles', RoleBinding: 'rolebindings' }),
  ...builtIn('admissionregistration.k8s.io', ['v1'], 'Cluster', {
    ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
    ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
  }),
  ...builtIn('apiextensions.k8s.io', ['v1'], 'Cluster', { CustomResourceDefinition: 'customresourcedefinitions' }),
];

/** `plural.group`, or the bare plural for the core group: how an API server names a type in its messages. */
export function qualifiedName(type: ServedType): string {
  return type.group === '' ? type.plural : `${type.plural}.${type.group}`;
}

export function typeKey(type: { readonly group: string; readonly kind: string }): string {
  return `${type.group}/${type.kind}`;
}

function builtIn(
  group: string,
  versions: readonly string[],
  scope: 'Cluster' | 'Namespaced',
  plurals: Readonly<Record<string, string>>,
): readonly ServedType[] {
  return Object.entries(plurals).map(([kind, plural]) => ({ group, kind, plural, namespaced: scope === 'Namespaced', versions }));
}
