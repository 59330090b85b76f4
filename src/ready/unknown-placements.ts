import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { PLACEMENT_KINDS } from '../fleet/kubefleet/kinds.ts';
import { type ObjectRef, refOf } from '../fleet/kubernetes/object.ts';
import { typeOf } from '../gates/view/seen.ts';
import { isPlacementOf, type RolloutWindow } from './windows.ts';

/** The placements that a window names and that do not exist. A pattern for several kinds or namespaces, and what was not read, may match. */
export function unknownPlacementsOf({ placements = [] }: RolloutWindow, changed: readonly ObjectRef[], hub: HubState): readonly string[] {
  return placements.filter((pattern) => {
    const [kind = '', ...rest] = pattern.split('/');
    const [namespace] = rest.length > 1 ? rest : [];
    if (!PLACEMENT_KINDS.some((known) => known === kind) || namespace?.includes('*') === true) return false;
    if (hub.visibility(typeOf(kind), namespace).kind !== 'seen') return false;
    return ![...changed, ...hub.list(typeOf(kind), namespace).map(refOf)].some((ref) => isPlacementOf(pattern, ref));
  });
}
