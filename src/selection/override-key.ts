import type { ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { groupOf, versionOf, type ObjectRef } from '../fleet/kubernetes/object.ts';

/** The key of an object that an override selects. Without a namespace it is for ClusterResourceOverrides. */
export function overrideKey({ apiVersion, kind, name }: Omit<ObjectRef, 'namespace'>, namespace: string | undefined): string {
  return `${namespace ?? ''}/${apiVersion}/${kind}/${name}`;
}

/**
 * The keys under which overrides find an object that is sent to the clusters. A cluster-scoped object has its own key. Another object has
 * the key of its Namespace, and its own key for ResourceOverrides of that namespace. Only the exact group, version, kind and name are
 * compared. Source: `pkg/utils/overrider/overrider.go`, addCandidatesFromResource; `pkg/controllers/workgenerator/override.go`,
 * applyOverrides.
 */
export function overrideKeys(ref: ObjectRef, apis: ApiResources): readonly string[] {
  const { apiVersion, kind, namespace } = ref;
  const resource = apis.find(groupOf(apiVersion), kind);
  if (namespace !== undefined && resource?.namespaced !== false)
    return [overrideKey({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, undefined), overrideKey(ref, namespace)];
  // An envelope may hold a cluster-scoped object in a version that is not preferred. KubeFleet treats it as namespaced, in the namespace
  // with an empty name.
  if (resource?.namespaced === false && versionOf(apiVersion) !== resource.preferred) return [];
  return [overrideKey(ref, undefined)];
}
