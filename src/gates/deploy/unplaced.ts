import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacement, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { once } from '../../fleet/memo/once.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { UnplacedObject } from '../../report.ts';
import { typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { followedPlacements } from './followed-placements.ts';
import { isIdleOnHub, isLeftAlone, isPlaceable, isTaken, selectsOf, surroundingsOf } from './selection.ts';

/**
 * Objects of the deploy that were to be placed and that no followed placement selects, each with the other placements that do. Placements are
 * used as deployed, otherwise as the hub has them. If a followed placement is in neither, the list is empty.
 */
export function unplacedObjects(hub: HubState, expectation: Expectation): readonly UnplacedObject[] {
  const { manifests = [] } = expectation;
  if (manifests.length === 0) return [];
  const followed = followedPlacements(hub, expectation);
  if (followed === undefined) return [];
  const surroundings = surroundingsOf(hub, manifests);
  const ours = followed.map((placement) => selectsOf(placement, surroundings));
  const others = once(() => allPlacements(hub, manifests).map((placement) => ({ placement, selects: selectsOf(placement, surroundings) })));
  return manifests
    .filter((object) => (isPlaceable(object) || isIdleOnHub(object)) && ours.every((selects) => isLeftAlone(selects(object))))
    .map((object) => ({
      object: refOf(object),
      selectedBy: others()
        .filter(({ selects }) => isTaken(selects(object)))
        .map(({ placement }) => refOf(placement)),
    }));
}

function allPlacements(hub: HubState, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const deployed = manifests.filter(isPlacement);
  const known = new Set(deployed.map((object) => objectKey(refOf(object))));
  const onHub = PLACEMENT_KINDS.flatMap((kind) => hub.list(typeOf(kind))).filter((object) => !known.has(objectKey(refOf(object))));
  return [...deployed, ...onHub];
}
