import { apiResources } from '../../fleet/kubefleet/api-resource.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { groupOf, type KubeObject, inNamespace } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Expectation } from './expectation.ts';
import { withoutNamespace } from './stored-scope.ts';

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

const scopedBefore = oncePer<Expectation, Map<string, Expectation>>(() => new Map());

function scopedOnHub(object: KubeObject, namespace: string, hub: HubState): KubeObject {
  const { name, namespace: own } = object.metadata;
  const type = { group: groupOf(object.apiVersion), kind: object.kind };
  if (own === undefined) return hub.get(type, namespace, name) === undefined ? object : inNamespace(object, namespace);
  return hub.get(type, undefined, name) === undefined ? object : withoutNamespace(object);
}
