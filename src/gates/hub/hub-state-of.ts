import type { KubeObject } from '../../fleet/object.ts';
import { groupOf } from '../../fleet/object.ts';
import type { ResourceType, HubState, Visibility } from '../../fleet/hub-state.ts';

/** Answers what could be seen of a type, or of one namespace of it. */
export type VisibilityOf = (type: ResourceType, namespace?: string) => Visibility;

/** A snapshot of these objects. Of two that are the same object the later one counts. */
export function snapshotOf(objects: Iterable<KubeObject>, now: Date, visibility: VisibilityOf): HubState {
  const byType = new Map<string, Map<string, KubeObject>>();
  for (const object of objects) {
    const type = typeKey({ group: groupOf(object.apiVersion), kind: object.kind });
    const ofType = byType.get(type) ?? new Map<string, KubeObject>();
    ofType.set(nameKey(object.metadata.namespace, object.metadata.name), object);
    byType.set(type, ofType);
  }
  const lists = new Map([...byType].map(([type, named]) => [type, [...named.values()]]));
  return {
    now,
    visibility,
    list: (type) => lists.get(typeKey(type)) ?? [],
    get: (type, namespace, name) => byType.get(typeKey(type))?.get(nameKey(namespace, name)),
  };
}

export function typeKey(type: ResourceType): string {
  return `${type.group}/${type.kind}`;
}

export function nameKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}
