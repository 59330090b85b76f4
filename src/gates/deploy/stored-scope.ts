import type { ApiResources } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf, type KubeObject, inNamespace } from '../../fleet/kubernetes/object.ts';

/**
 * An object with the namespace that it has on the hub: kubectl gives one to a namespaced object that names none, and an API server drops that
 * of a cluster-scoped object (`EnsureObjectNamespaceMatchesRequestNamespace` of k8s.io/apiserver). An object of an unknown kind does not
 * change.
 */
export function inStoredScope(object: KubeObject, namespace: string, apis: ApiResources): KubeObject {
  const isNamespaced = apis.find(groupOf(object.apiVersion), object.kind)?.namespaced;
  if (isNamespaced === undefined || isNamespaced === (object.metadata.namespace !== undefined)) return object;
  return isNamespaced ? inNamespace(object, namespace) : withoutNamespace(object);
}

export function withoutNamespace(object: KubeObject): KubeObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
