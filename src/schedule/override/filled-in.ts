import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { defaultsOf } from './crd-defaults.ts';
import type { Presence } from './json-patch.ts';

/**
 * What an API server or a controller may add to an object of a kind, so that a path the manifest lacks can be there on the hub. Of kinds of
 * Kubernetes that are not listed nothing is known. Into a custom resource come the defaults of its CustomResourceDefinition; where that is not
 * at hand, any field of `spec` may be one, and nothing below a field. Source: `pkg/apis/<group>/v1/defaults.go` of Kubernetes 1.34; `test/hub/kubernetes.test.ts` holds it against what
 * a real API server fills in.
 * @param crd the CustomResourceDefinition of the kind, if it is known
 */
export function filledIn(ref: ObjectRef, crd?: KubeObject): Presence {
  const group = groupOf(ref.apiVersion);
  const names = FILLED_IN[`${group}/${ref.kind}`];
  if (names === undefined) {
    if (crd === undefined && isOfKubernetes(group)) return () => 'perhaps';
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
  return tokens.length <= 2 ? 'perhaps' : 'no';
}

const NONE: ReadonlySet<string> = new Set();

/** Its own groups, and those of its projects: some of these are custom resources with defaults. */
function isOfKubernetes(group: string): boolean {
  return !group.includes('.') || group.endsWith('k8s.io');
}

/** GitOps tools put labels and annotations on what they apply: of their own domains, and if there were none. */
function inMetadata([, map, key]: readonly string[], known: ReadonlySet<string>): ReturnType<Presence> {
  if (known.has(key ?? map ?? '')) return 'perhaps';
  if (map !== 'labels' && map !== 'annotations') return 'perhaps';
  if (key === undefined) return 'labelled';
  return key.includes('/') || key === 'app' ? 'labelled' : 'no';
}

const POD =
  'replicas revisionHistoryLimit creationTimestamp restartPolicy terminationGracePeriodSeconds dnsPolicy securityContext schedulerName serviceAccount serviceAccountName enableServiceLinks hostPort defaultMode type emptyDir expirationSeconds fsType readOnly imagePullPolicy terminationMessagePath terminationMessagePolicy resources protocol timeoutSeconds periodSeconds successThreshold failureThreshold scheme path apiVersion service nodeAffinityPolicy nodeTaintsPolicy preemptionPolicy priority hostNetwork';
/** Names of fields, wherever they stand; with a slash all that stands below. What `stringData` says of a Secret is kept in `data`. */
const FILLED_IN: Readonly<Record<string, string>> = {
  '/ConfigMap': '',
  '/Namespace': 'spec finalizers labels kubernetes.io/metadata.name',
  '/PersistentVolumeClaim':
    'storageClassName volumeMode volumeName requests volumeAttributesClassName dataSource dataSourceRef apiGroup kind name',
  '/ResourceQuota': '',
  '/Secret': 'data data/ stringData type',
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
