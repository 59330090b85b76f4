import { placementKey } from '../../fleet/kubefleet/derived-from.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { ResourceType, HubState, Visibility } from '../../fleet/kubefleet/hub-state.ts';
import { viewOf, type TypeView } from './keep/type-view.ts';
import { nameKey, typeKey } from './keys.ts';

/** Returns whether a type, or one namespace of it, was seen. */
export type VisibilityOf = (type: ResourceType, namespace?: string) => Visibility;

/** A snapshot of these objects. If an object is given twice, the later one is used. */
export function snapshotOf(objects: Iterable<KubeObject>, now: Date, visibility: VisibilityOf): HubState {
  const byType = Map.groupBy(objects, ({ apiVersion, kind }) => typeKey({ group: groupOf(apiVersion), kind }));
  return stateOf(new Map([...byType].map(([type, ofType]) => [type, viewOf(ofType)])), now, visibility);
}

/** A snapshot of these types. */
export function stateOf(types: ReadonlyMap<string, TypeView>, now: Date, visibility: VisibilityOf): HubState {
  return {
    now,
    visibility,
    list: (type, namespace) => types.get(typeKey(type))?.list(namespace) ?? [],
    get: (type, namespace, name) => types.get(typeKey(type))?.get(nameKey(namespace, name)),
    derived: (type, { namespace, name }) => types.get(typeKey(type))?.derived(placementKey(namespace, name)) ?? [],
  };
}
