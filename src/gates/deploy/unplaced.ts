import type { HubState } from '../../fleet/hub-state.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json.ts';
import { objectKey, refOf } from '../../fleet/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/object.ts';
import type { UnplacedObject } from '../../report.ts';
import { typeOf } from '../view/seen.ts';
import type { Expectation } from './expectation.ts';
import { isPropagated, selectionOf } from './selection.ts';
import type { NamespaceLookup } from './selection.ts';
import { isPlacementKind, targetRef } from './target.ts';

const PLACEMENT_KINDS = ['ClusterResourcePlacement', 'ResourcePlacement'] as const;

/**
 * Objects of the deploy that could be placed and that no followed placement selects, each with the other placements that do. Placements are
 * taken as deployed, or else as the hub has them; of one that is neither in the deploy nor seen on the hub nothing can be said, so nothing is.
 */
export function unplacedObjects(hub: HubState, { targets, manifests = [] }: Expectation): readonly UnplacedObject[] {
  const named = targets.map((target) =>
    isPlacementKind(target.kind) ? targetRef(target) : placementOfRun(hub, manifests, targetRef(target)),
  );
  const followed = named.map((ref) => ref && asDeployed(hub, manifests, ref));
  if (followed.some((placement) => placement === undefined)) return [];
  const namespace = namespaces(hub, manifests);
  const isSelected = (placement: KubeObject, object: KubeObject): boolean =>
    selectionOf(placement, object, namespace) === 'selected' || isUnknown(hub, placement, object, namespace);
  const others = allPlacements(hub, manifests);
  return manifests
    .filter((object) => isPropagated(object) && !followed.some((placement) => placement !== undefined && isSelected(placement, object)))
    .map((object) => ({
      object: refOf(object),
      selectedBy: others.filter((placement) => selectionOf(placement, object, namespace) === 'selected').map(refOf),
    }));
}

function placementOfRun(hub: HubState, manifests: readonly KubeObject[], run: ObjectRef): ObjectRef | undefined {
  const name = stringAt(asDeployed(hub, manifests, run), 'spec', 'placementName');
  if (name === undefined) return undefined;
  const { namespace } = run;
  return targetRef(namespace === undefined ? { kind: 'ClusterResourcePlacement', name } : { kind: 'ResourcePlacement', namespace, name });
}

function asDeployed(hub: HubState, manifests: readonly KubeObject[], ref: ObjectRef): KubeObject | undefined {
  return manifests.find((object) => objectKey(refOf(object)) === objectKey(ref)) ?? hub.get(typeOf(ref.kind), ref.namespace, ref.name);
}

function allPlacements(hub: HubState, manifests: readonly KubeObject[]): readonly KubeObject[] {
  const deployed = manifests.filter(({ kind }) => isPlacementKind(kind));
  const known = new Set(deployed.map((object) => objectKey(refOf(object))));
  const onHub = PLACEMENT_KINDS.flatMap((kind) => hub.list(typeOf(kind))).filter((object) => !known.has(objectKey(refOf(object))));
  return [...deployed, ...onHub];
}

const NAMESPACE = { group: '', kind: 'Namespace' };

function namespaces(hub: HubState, manifests: readonly KubeObject[]): NamespaceLookup {
  return (name) =>
    manifests.find(({ kind, metadata }) => kind === 'Namespace' && metadata.name === name) ?? hub.get(NAMESPACE, undefined, name);
}

/** The labels of its namespace cannot be read, and the placement asks for labels. */
function isUnknown(hub: HubState, placement: KubeObject, { metadata }: KubeObject, namespace: NamespaceLookup): boolean {
  if (metadata.namespace === undefined || placement.kind !== 'ClusterResourcePlacement') return false;
  if (namespace(metadata.namespace) !== undefined || hub.visibility(NAMESPACE).kind === 'seen') return false;
  return listAt(placement, 'spec', 'resourceSelectors').some(
    (selector) => stringAt(selector, 'kind') === 'Namespace' && objectAt(selector, 'labelSelector') !== undefined,
  );
}
