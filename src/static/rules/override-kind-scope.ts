/**
 * A ResourceOverride matches only objects of its own namespace; a ClusterResourceOverride matches cluster-scoped objects, and Namespaces
 * with their content. A selector for a kind of the other scope never matches. Source: `pkg/utils/overrider/overrider.go`,
 * `pkg/controllers/workgenerator/override.go`; admission checks neither.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { knownApis } from '../world/known-apis.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface WrongScope {
  readonly kind: string;
  readonly clusterScoped: boolean;
}

export const overrideKindScope = defineRule<WrongScope>({
  id: 'override-kind-scope',
  summary: 'The override selects a kind of a scope it cannot reach',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'A ResourceOverride is for objects of its own namespace. A ClusterResourceOverride is for cluster-scoped objects; it reaches namespaced objects only through their Namespace, all of them at once. A selector for a kind of the other scope is accepted and never matches, and the clusters get the object unchanged.',
  remedy: 'Use a ResourceOverride for namespaced kinds and a ClusterResourceOverride for cluster-scoped ones.',
  docs: 'https://kubefleet.dev/docs/concepts/override/',
  message: ({ kind, clusterScoped }) =>
    clusterScoped
      ? `A ResourceOverride never matches kind ${kind}, which is cluster-scoped.`
      : `A ClusterResourceOverride never matches kind ${kind}, which is namespaced.`,
  remedyFor: ({ kind, clusterScoped }) =>
    clusterScoped ? `Select the ${kind} in a ClusterResourceOverride.` : `Select the ${kind} in a ResourceOverride of its namespace.`,
  *check(manifest, world) {
    const field = manifest.object.kind === 'ResourceOverride' ? 'resourceSelectors' : 'clusterResourceSelectors';
    const reachesNamespaced = manifest.object.kind === 'ResourceOverride';
    for (const [index, selector] of listAt(manifest.object, 'spec', field).entries()) {
      const at = `/spec/${field}/${index}`;
      const kind = stringAt(selector, 'kind');
      if (kind === undefined || !isResolved(manifest, `${at}/kind`, `${at}/group`)) continue;
      const resource = knownApis(world).find(stringAt(selector, 'group') ?? '', kind);
      if (resource === undefined || resource.namespaced === reachesNamespaced) continue;
      yield { at: `${at}/kind`, data: { kind, clusterScoped: !resource.namespaced } };
    }
  },
});
