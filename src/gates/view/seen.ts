import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { ResourceType, HubState } from '../../fleet/kubefleet/hub-state.ts';

/**
 * All objects of a KubeFleet kind, or `undefined` if the kind could not be read: an empty list means that there are none.
 * @param namespace reads only this namespace, which may be readable if the whole kind is not
 */
export function seenObjects(hub: HubState, kind: string, namespace?: string): readonly KubeObject[] | undefined {
  const type = typeOf(kind);
  return hub.visibility(type, namespace).kind === 'seen' ? hub.list(type) : undefined;
}

/** The objects of a kind that KubeFleet derived from a placement; `undefined` as for `seenObjects`. */
export function derivedObjects(
  hub: HubState,
  kind: string,
  { metadata }: KubeObject,
  namespace?: string,
): readonly KubeObject[] | undefined {
  const type = typeOf(kind);
  return hub.visibility(type, namespace).kind === 'seen' ? hub.derived(type, metadata) : undefined;
}

/** KubeFleet's type of that kind. */
export function typeOf(kind: string): ResourceType {
  return { group: fleetKind(kind)?.group ?? PLACEMENT_GROUP, kind };
}

/** A condition that is about the object's current generation. */
export function isCurrent(condition: { readonly observedGeneration?: number } | undefined, generation: number | undefined): boolean {
  return condition?.observedGeneration !== undefined && condition.observedGeneration === generation;
}
