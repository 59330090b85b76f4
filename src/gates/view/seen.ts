import { CLUSTER_GROUP, PLACEMENT_GROUP } from '../../fleet/kinds.ts';
import type { KubeObject } from '../../fleet/object.ts';
import type { ResourceType, HubState } from '../../fleet/hub-state.ts';

/**
 * All objects of a KubeFleet kind, or `undefined` where the kind could not be read: an empty list is an answer, this is none.
 * @param namespace asks for this namespace only, which may be seen where the whole is not
 */
export function seenObjects(hub: HubState, kind: string, namespace?: string): readonly KubeObject[] | undefined {
  const type = typeOf(kind);
  return hub.visibility(type, namespace).kind === 'seen' ? hub.list(type) : undefined;
}

export function typeOf(kind: string): ResourceType {
  const group = kind === 'MemberCluster' || kind === 'InternalMemberCluster' ? CLUSTER_GROUP : PLACEMENT_GROUP;
  return { group, kind };
}

export function labelOf(object: KubeObject, key: string): string | undefined {
  const value: unknown = object.metadata.labels?.[`kubernetes-fleet.io/${key}`];
  return typeof value === 'string' ? value : undefined;
}

export function annotationOf(object: KubeObject, key: string): string | undefined {
  const value: unknown = object.metadata.annotations?.[`kubernetes-fleet.io/${key}`];
  return typeof value === 'string' ? value : undefined;
}

export function isDeleting(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined && object.metadata.deletionTimestamp !== null;
}

/** A condition that speaks of the object as it is now. */
export function isCurrent(condition: { readonly observedGeneration?: number } | undefined, generation: number | undefined): boolean {
  return condition?.observedGeneration !== undefined && condition.observedGeneration === generation;
}
