import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { isPlacement, isPlacementKind, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { once } from '../../fleet/memo/once.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { UnplacedObject } from '../../report.ts';
import { typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { isIdleOnHub, isLeftAlone, isPlaceable, isTaken, selectsOf, surroundingsOf } from './selection.ts';
import { targetRef } from './target.ts';

/**
 * Objects of the deploy that were to be placed and that no followed placement selects, each with the other placements that do. Placements are
 * used as deployed, otherwise as the hub has them. If a followed placement is in neither, the list is empty.
 */
export function unplacedObjects(hub: HubState, { targets, manifests = [] }: Expectation): readonly UnplacedObject[] {
  if (manifests.length === 0) return [];
  const deployed = new Map(manifests.toReversed().map((object) => [objectKey(refOf(object)), object]));
  const asDeployed = (ref: ObjectRef): KubeObject | undefined =>
    deployed.get(objectKey(ref)) ?? hub.get(typeOf(ref.kind), ref.namespace, ref.name);
  const named = targets.map(targetRef).map((ref) => (isPlacementKind(ref.kind) ? ref : placementOfRun(asDeployed(ref), ref)));
  const followed = named.map((ref) => ref && asDeployed(ref));
  if (followed.some((placement) => placement === undefined)) return [];
  const surroundings = surroundingsOf(hub, manifests);
  const ours = followed.flatMap((placement) => (placement === undefined ? [] : [selectsOf(placement, surroundings)]));
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

function placementOfRun(run: KubeObject | undefined, { namespace }: ObjectRef): ObjectRef | undefined {
  const name = stringAt(run, 'spec', 'placementName');
  if (name === undefined) return undefined;
  return targetRef(namespace === undefined ? { kind: 'ClusterResourcePlacement', name } : { kind: 'ResourcePlacement', namespace, name });
}

function allPlacements(hub: HubState, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const deployed = manifests.filter(isPlacement);
  const known = new Set(deployed.map((object) => objectKey(refOf(object))));
  const onHub = PLACEMENT_KINDS.flatMap((kind) => hub.list(typeOf(kind))).filter((object) => !known.has(objectKey(refOf(object))));
  return [...deployed, ...onHub];
}
