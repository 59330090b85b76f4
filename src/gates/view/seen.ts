import type { Condition } from '../../fleet/kubernetes/condition.ts';
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

/** Why a step is not reached, by its condition: the message of the hub if it is about this generation and not empty. */
export function unreachedText(step: string, condition: Condition | undefined, generation: number | undefined): string {
  if (condition === undefined) return `${step} is not reported yet`;
  if (!isCurrent(condition, generation)) return `${step} is not reported yet for generation ${String(generation)}`;
  return condition.message === '' ? `${step} is ${condition.status} (${condition.reason})` : condition.message;
}
