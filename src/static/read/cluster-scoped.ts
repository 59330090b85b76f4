import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';

/**
 * Whether objects of the type are cluster-scoped. An unknown custom resource is treated as namespaced, as kustomize does. Source of the
 * kinds that not every API server has: `kubectl api-resources --namespaced=false` of Kubernetes 1.32 to 1.34, Gateway API.
 */
export function isClusterScoped(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion);
  return BUILT_IN_APIS.find(group, kind)?.namespaced === false || (NOT_EVERYWHERE.get(group)?.includes(kind) ?? false);
}

const NOT_EVERYWHERE: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['ComponentStatus']],
  ['admissionregistration.k8s.io', ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding']],
  ['certificates.k8s.io', ['ClusterTrustBundle']],
  ['networking.k8s.io', ['IPAddress', 'ServiceCIDR']],
  ['resource.k8s.io', ['DeviceClass', 'ResourceSlice']],
  ['storage.k8s.io', ['VolumeAttributesClass']],
  ['gateway.networking.k8s.io', ['GatewayClass']],
]);
