import { groupOf, type KubeObject, type ObjectRef, versionOf } from '../../fleet/kubernetes/object.ts';
import type { Presence } from './json-patch.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';

/**
 * Which paths an API server or a controller may add to an object, so that they can exist on the hub although the manifest lacks them.
 * For Kubernetes kinds that are not listed, only the top-level fields of some kinds are known. A custom resource gets the defaults of its
 * CustomResourceDefinition. Without the definition, any field of `spec` may have a default, but nothing below such a field. Source:
 * `pkg/apis/<group>/v1/defaults.go` of Kubernetes 1.34; `test/hub/kubernetes.test.ts` compares it with a real API server.
 * @param crd the CustomResourceDefinition of the kind, if it is known
 */
export function filledIn(ref: ObjectRef, crd?: KubeObject): Presence {
  const group = groupOf(ref.apiVersion);
  const names = FILLED_IN[`${group}/${ref.kind}`];
  if (names === undefined) {
    const fields = new Set(FIELDS[`${group}/${ref.kind}`]?.split(' ') ?? []);
    // An API server drops fields that a kind does not have.
    if (crd === undefined && isOfKubernetes(group))
      return ([top = '']) => (fields.size === 0 || fields.has(top) || top === 'metadata' || top === '' ? 'perhaps' : 'no');
    const below = crd === undefined ? fieldOfSpec : defaultsOf(crd, ref);
    return (tokens) => (tokens[0] === 'metadata' ? inMetadata(tokens, NONE) : tokens[0] === 'status' ? 'perhaps' : below(tokens));
  }
  const known = new Set(names.split(' '));
  return (tokens) => {
    if (tokens[0] === 'metadata') return inMetadata(tokens, known);
    const name = tokens.at(-1) ?? '';
    if (known.has(`${tokens[0] ?? ''}/`)) return 'perhaps';
    return known.has(name) || (/^\d+$/.test(name) && known.has(tokens.at(-2) ?? '')) ? 'perhaps' : 'no';
  };
}

function fieldOfSpec(tokens: readonly string[]): ReturnType<Presence> {
  return tokens.length <= 2 ? 'guessed' : 'no';
}

const NONE: ReadonlySet<string> = new Set();

/** Kubernetes' own groups, and those of its projects. Some of these are custom resources with defaults. */
function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || group.endsWith('k8s.io');
}

/** GitOps tools add labels and annotations to the objects they apply: with keys of their own domains, and also to objects without any. */
function inMetadata([, map, key]: readonly string[], known: ReadonlySet<string>): ReturnType<Presence> {
  if (known.has(key ?? map ?? '')) return 'perhaps';
  if (map !== 'labels' && map !== 'annotations') return 'perhaps';
  if (key === undefined) return 'labelled';
  return key.includes('/') || key === 'app' ? 'labelled' : 'no';
}

const POD =
  'replicas revisionHistoryLimit creationTimestamp restartPolicy terminationGracePeriodSeconds dnsPolicy securityContext schedulerName serviceAccount serviceAccountName enableServiceLinks hostPort defaultMode type emptyDir expirationSeconds fsType readOnly imagePullPolicy terminationMessagePath terminationMessagePolicy resources protocol timeoutSeconds periodSeconds successThreshold failureThreshold scheme path apiVersion service nodeAffinityPolicy nodeTaintsPolicy preemptionPolicy priority';
/**
 * Field names at any depth. A name with a slash includes everything below it. The API server stores the `stringData` of a Secret as `data`,
 * and has no `stringData` itself.
 */
const FILLED_IN: Readonly<Record<string, string>> = {
  '/ConfigMap': '',
  '/Namespace': 'spec finalizers labels kubernetes.io/metadata.name',
  '/PersistentVolumeClaim':
    'storageClassName volumeMode volumeName requests volumeAttributesClassName dataSource dataSourceRef apiGroup kind name',
  '/ResourceQuota': '',
  '/Secret': 'data data/ type',
  '/Service':
    'sessionAffinity sessionAffinityConfig clientIP timeoutSeconds type protocol targetPort internalTrafficPolicy externalTrafficPolicy clusterIP clusterIPs ipFamilies ipFamilyPolicy allocateLoadBalancerNodePorts loadBalancerIP nodePort healthCheckNodePort',
  'apps/DaemonSet': `${POD} updateStrategy rollingUpdate maxSurge maxUnavailable annotations deprecated.daemonset.template.generation`,
  'apps/Deployment': `${POD} strategy rollingUpdate maxSurge maxUnavailable progressDeadlineSeconds`,
  'apps/StatefulSet': `${POD} podManagementPolicy updateStrategy rollingUpdate partition maxUnavailable persistentVolumeClaimRetentionPolicy whenDeleted whenScaled volumeMode kind status phase storageClassName serviceName`,
  'batch/CronJob': `${POD} metadata concurrencyPolicy suspend successfulJobsHistoryLimit failedJobsHistoryLimit completions parallelism backoffLimit completionMode podReplacementPolicy`,
  'batch/Job': `${POD} completions parallelism backoffLimit completionMode podReplacementPolicy suspend selector matchLabels manualSelector metadata labels controller-uid job-name batch.kubernetes.io/controller-uid batch.kubernetes.io/job-name`,
  'networking.k8s.io/Ingress': 'ingressClassName',
  'networking.k8s.io/NetworkPolicy': 'policyTypes protocol spec podSelector',
  'policy/PodDisruptionBudget': '',
  'rbac.authorization.k8s.io/ClusterRoleBinding': 'apiGroup namespace',
  'rbac.authorization.k8s.io/Role': '',
  'rbac.authorization.k8s.io/RoleBinding': 'apiGroup namespace',
};

/** The fields beside `metadata` of kinds about which nothing else is known. Source: the types of `k8s.io/api`. */
const FIELDS: Readonly<Record<string, string>> = {
  '/Endpoints': 'subsets',
  '/LimitRange': 'spec',
  '/PersistentVolume': 'spec status',
  '/ServiceAccount': 'secrets imagePullSecrets automountServiceAccountToken',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': 'webhooks',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': 'webhooks',
  'apiextensions.k8s.io/CustomResourceDefinition': 'spec status',
  'autoscaling/HorizontalPodAutoscaler': 'spec status',
  'networking.k8s.io/IngressClass': 'spec',
  'node.k8s.io/RuntimeClass': 'handler overhead scheduling',
  'rbac.authorization.k8s.io/ClusterRole': 'rules aggregationRule',
  'scheduling.k8s.io/PriorityClass': 'value globalDefault description preemptionPolicy',
  'storage.k8s.io/StorageClass':
    'provisioner parameters reclaimPolicy mountOptions allowVolumeExpansion volumeBindingMode allowedTopologies',
};

/** The fields that the API server fills into a custom resource: the defaults of its schema, with everything in them. */
function defaultsOf(crd: KubeObject, { apiVersion }: Pick<ObjectRef, 'apiVersion'>): Presence {
  const wanted = versionOf(apiVersion);
  const version = listAt(crd, 'spec', 'versions').find((each) => stringAt(each, 'name') === wanted);
  const schema = objectAt(version, 'schema', 'openAPIV3Schema');
  return (tokens) => {
    let at = schema;
    for (const token of tokens) {
      if (at === undefined) return 'no';
      at = /^-?\d+$/.test(token) ? objectAt(at, 'items') : (objectAt(at, 'properties', token) ?? objectAt(at, 'additionalProperties'));
      if (at !== undefined && at['default'] !== undefined) return 'perhaps';
    }
    return 'no';
  };
}
