import { derivedFrom, placementKey } from '../../../src/fleet/kubefleet/derived-from.ts';
import { groupOf } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { ResourceType, HubState, Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';

/** A snapshot of plain objects. Every type is visible unless `hidden` says otherwise. */
export function memoryHub(objects: Iterable<KubeObject>, now: Date, hidden: Readonly<Record<string, Visibility>> = {}): HubState {
  const byType = Map.groupBy(objects, (object) => `${groupOf(object.apiVersion)}/${object.kind}`);
  const visibility = (type: ResourceType): Visibility => hidden[type.kind] ?? { kind: 'seen' };
  const list = (type: ResourceType, namespace?: string): readonly KubeObject[] => {
    const all = visibility(type).kind === 'seen' ? (byType.get(`${type.group}/${type.kind}`) ?? []) : [];
    return namespace === undefined ? all : all.filter(({ metadata }) => metadata.namespace === namespace);
  };
  return {
    now,
    visibility,
    list,
    get: (type, namespace, name) => list(type).find((object) => object.metadata.name === name && object.metadata.namespace === namespace),
    derived: (type, { namespace, name }) => list(type).filter((object) => derivedFrom(object) === placementKey(namespace, name)),
  };
}
