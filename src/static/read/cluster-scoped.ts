import { fleetKind } from '../../fleet/kinds.ts';
import { groupOf } from '../../fleet/object.ts';

/**
 * Whether objects of the type have no namespace: KubeFleet's kinds by their CRDs, Kubernetes' own by this list. A custom resource that is
 * not known counts as namespaced, as kustomize takes it.
 * Source: `kubectl api-resources --namespaced=false` of Kubernetes 1.32.
 */
export function isClusterScoped(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  const fleet = fleetKind(kind);
  if (fleet?.group === group) return !fleet.namespaced;
  return CLUSTER_SCOPED.get(group)?.includes(kind) ?? false;
}

const CLUSTER_SCOPED: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume']],
  [
    'admissionregistration.k8s.io',
    [
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'MutatingWebhookConfiguration',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ValidatingWebhookConfiguration',
    ],
  ],
  ['apiextensions.k8s.io', ['CustomResourceDefinition']],
  ['apiregistration.k8s.io', ['APIService']],
  ['certificates.k8s.io', ['CertificateSigningRequest', 'ClusterTrustBundle']],
  ['flowcontrol.apiserver.k8s.io', ['FlowSchema', 'PriorityLevelConfiguration']],
  ['networking.k8s.io', ['IngressClass', 'IPAddress', 'ServiceCIDR']],
  ['node.k8s.io', ['RuntimeClass']],
  ['rbac.authorization.k8s.io', ['ClusterRole', 'ClusterRoleBinding']],
  ['resource.k8s.io', ['DeviceClass', 'ResourceSlice']],
  ['scheduling.k8s.io', ['PriorityClass']],
  ['storage.k8s.io', ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass']],
  ['gateway.networking.k8s.io', ['GatewayClass']],
]);
