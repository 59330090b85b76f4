import { FLEET_KINDS } from '../../fleet/kubefleet/kinds.ts';

/** A resource type as an API server serves it. Objects are stored once and can be read in each of the versions. */
export interface ServedType {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The preferred version is first. */
  readonly versions: readonly string[];
}

/** The types that a KubeFleet hub serves: KubeFleet's own kinds, and the built-in kinds that deploys and placements use. */
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

/** `plural.group`, or only the plural for the core group, as in an API server's messages. */
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
