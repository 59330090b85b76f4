import { type ApiResources, apiResources } from '../../fleet/kubefleet/api-resource.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Expectation } from './expectation.ts';

/**
 * An object with the namespace that it has on the hub: kubectl gives one to a namespaced object that names none, and an API server drops that
 * of a cluster-scoped object (`EnsureObjectNamespaceMatchesRequestNamespace` of k8s.io/apiserver). An object of an unknown kind does not
 * change.
 */
export function inStoredScope(object: KubeObject, namespace: string, apis: ApiResources): KubeObject {
  const isNamespaced = apis.find(groupOf(object.apiVersion), object.kind)?.namespaced;
  if (isNamespaced === undefined || isNamespaced === (object.metadata.namespace !== undefined)) return object;
  return isNamespaced ? withNamespace(object, namespace) : withoutNamespace(object);
}

/**
 * The expectation with the custom resources as they are on the hub, if their definition is not among the manifests: whether a kind is
 * namespaced is then known from an object of that name on the hub. The same expectation as long as the answers are the same.
 */
export function inScopeOfHub(expectation: Expectation, hub: HubState): Expectation {
  const { manifests = [], namespace } = expectation;
  const open = openKinds(manifests);
  const scoped = new Map(open.map((object) => [object, scopedOnHub(object, namespace, hub)]));
  const changes = open.map((object) => (scoped.get(object) === object ? '-' : 'x')).join('');
  if (!changes.includes('x')) return expectation;
  const known = scopedBefore(expectation);
  const found = known.get(changes) ?? { ...expectation, manifests: manifests.map((object) => scoped.get(object) ?? object) };
  known.set(changes, found);
  return found;
}

const openKinds = oncePer((manifests: readonly KubeObject[]): readonly KubeObject[] => {
  const apis = apiResources(manifests);
  return manifests.filter(({ apiVersion, kind }) => apis.find(groupOf(apiVersion), kind) === undefined);
});

const scopedBefore = oncePer((_: Expectation) => new Map<string, Expectation>());

function scopedOnHub(object: KubeObject, namespace: string, hub: HubState): KubeObject {
  const { name, namespace: own } = object.metadata;
  const type = { group: groupOf(object.apiVersion), kind: object.kind };
  if (own === undefined) return hub.get(type, namespace, name) === undefined ? object : withNamespace(object, namespace);
  return hub.get(type, undefined, name) === undefined ? object : withoutNamespace(object);
}

function withNamespace(object: KubeObject, namespace: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function withoutNamespace(object: KubeObject): KubeObject {
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
