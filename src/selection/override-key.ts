import type { ApiResources } from '../fleet/kubefleet/api-resource.ts';
import { groupOf, versionOf, type ObjectRef } from '../fleet/kubernetes/object.ts';

/** What an override selector names; without a namespace that of a ClusterResourceOverride. */
export function overrideKey({ apiVersion, kind, name }: Omit<ObjectRef, 'namespace'>, namespace: string | undefined): string {
  return `${namespace ?? ''}/${apiVersion}/${kind}/${name}`;
}

/**
 * The names under which overrides find an object on its way to the clusters. A cluster-scoped object goes under its own name, all others
 * under the Namespace they are in. A ResourceOverride of that namespace finds them under their own name. Nothing but exact group, version,
 * kind and name counts.
 * Source: `pkg/utils/overrider/overrider.go`, addCandidatesFromResource; `pkg/controllers/workgenerator/override.go`, applyOverrides.
 */
export function overrideKeys(ref: ObjectRef, apis: ApiResources): readonly string[] {
  const { apiVersion, kind, namespace } = ref;
  const resource = apis.find(groupOf(apiVersion), kind);
  if (namespace !== undefined && resource?.namespaced !== false)
    return [overrideKey({ apiVersion: 'v1', kind: 'Namespace', name: namespace }, undefined), overrideKey(ref, namespace)];
  // In another version than the preferred one, as an envelope may hold it, a cluster-scoped object counts as one in the namespace without a name.
  if (resource?.namespaced === false && versionOf(apiVersion) !== resource.preferred) return [];
  return [overrideKey(ref, undefined)];
}
