import { isDeleting } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isTaken, objectsInReach, selectorTypes, selectsOf, surroundingsOf } from './selection.ts';

/**
 * An object that the selectors would pick if it were not being deleted: KubeFleet ignores objects that are being deleted (KubeFleet
 * pkg/utils/controller/resource_selector_resolver.go).
 */
export function leavingSelection(hub: HubState, placement: KubeObject): KubeObject | undefined {
  const surroundings = surroundingsOf(hub, []);
  const selects = selectsOf(placement, surroundings);
  const readable = selectorTypes(placement).filter((type) => hub.visibility(type, placement.metadata.namespace).kind === 'seen');
  const leaving = readable.flatMap((type) => objectsInReach(hub, type, placement, surroundings)).filter(isDeleting);
  return leaving.find((object) => isTaken(selects(staying(object))));
}

function staying({ metadata: { deletionTimestamp: _gone, ...metadata }, ...object }: KubeObject): KubeObject {
  return { ...object, metadata };
}
