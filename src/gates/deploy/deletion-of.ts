import { displayName, isDeleting, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { DeployedObject } from './deployed-object.ts';
import { NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/**
 * The object on the hub whose deletion takes a deployed object with it: the object itself or its namespace; `undefined` if neither is being
 * deleted. The hub agent leaves out both (KubeFleet pkg/utils/controller/resource_selector_resolver.go).
 */
export function deletionOf(hub: HubState, { live, ref }: Pick<DeployedObject, 'live' | 'ref'>): KubeObject | undefined {
  if (live !== undefined && isDeleting(live)) return live;
  const namespace = ref.namespace === undefined ? undefined : hub.get(NAMESPACE, undefined, ref.namespace);
  return namespace !== undefined && isDeleting(namespace) ? namespace : undefined;
}

/** `Namespace/shop is being deleted since 2026-03-04T09:30:00Z` */
export function deletionText(object: KubeObject): string {
  return `${displayName(refOf(object))} is being deleted since ${String(object.metadata.deletionTimestamp)}`;
}
