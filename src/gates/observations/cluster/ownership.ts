import { fleetLabel } from '../../../fleet/kubefleet/fleet-metadata.ts';
import { listAt } from '../../../fleet/json/json.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { displayName, groupOf, isDeleting, isKubeObject, objectKey } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { liveLookup } from '../../deploy/placement-freshness.ts';
import { isTaken, selectsOf, surroundingsOf } from '../../deploy/selection.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { isAppliedWorkOf, placementNamed, placementRef } from '../../view/applied-work.ts';
import { namespaceOfCluster } from '../../../fleet/kubefleet/cluster-of-work.ts';
import { copiesOf } from '../../view/copies.ts';
import { viewPlacement } from '../../view/placement.ts';
import type { PlacementView } from '../../view/placement.ts';
import { latestGroup } from '../../view/resource-snapshot.ts';
import { seenObjects, typeOf } from '../../view/seen.ts';
import type { Ownership, Owner } from '../observation.ts';

/**
 * The owners of an object on a member, if KubeFleet reports that it has one. The AppliedWorks in the message decide (they have the names of
 * the Works on the hub), otherwise the Works that hold the object (KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go).
 */
export function ownershipOf(context: PlacementContext, cluster: string, object: ObjectRef, message: string): Ownership {
  const namespace = namespaceOfCluster(cluster);
  const works = (seenObjects(context.hub, 'Work') ?? []).filter((work) => work.metadata.namespace === namespace);
  const named = [...new Set([...message.matchAll(/Kind:AppliedWork Name:(\S+)/g)].map(([, name = '']) => name))];
  const holding = works.filter((work) => copiesOf(manifestsOf(work), object).length > 0).map((work) => work.metadata.name);
  const names = named.length > 0 ? named : holding.filter((name) => !isAppliedWorkOf(context.view.ref, name));
  const owners = names.map((name): Owner => {
    const work = works.find((found) => found.metadata.name === name);
    const placement = work === undefined ? placementNamed(name) : placementOf(work);
    const isOwn = placement !== undefined && objectKey(placement) === objectKey(context.view.ref);
    return {
      work: name,
      ...(placement === undefined ? {} : { placement }),
      isOwn,
      ...(isOwn || placement === undefined ? { isReleasing: false } : released(context, placement, object, cluster)),
    };
  });
  return { owners, copies: ownCopies(context, object) };
}

/** The number of copies of the object in the newest content; `undefined` if unknown. */
function ownCopies(context: PlacementContext, object: ObjectRef): number | undefined {
  const content = newestContent(context);
  return content && copiesOf(content, object).length;
}

/** The objects of the snapshot that holds the deploy, or of the newest one; `undefined` if it cannot be read as a whole. */
export function newestContent({ freshness, view }: PlacementContext): readonly KubeObject[] | undefined {
  const group = freshness.kind === 'fresh' && freshness.group !== undefined ? freshness.group : view.groups?.[0];
  return group?.whole === true ? group.objects : undefined;
}

function manifestsOf(work: KubeObject): readonly KubeObject[] {
  return listAt(work, 'spec', 'workload', 'manifests').filter(isKubeObject);
}

function placementOf(work: KubeObject): ObjectRef | undefined {
  const name = fleetLabel(work, 'parent-CRP');
  return name === undefined ? undefined : placementRef(name, fleetLabel(work, 'parent-placement-namespace'));
}

type Release = Pick<Owner, 'isReleasing' | 'evidence'>;

/** Whether another placement releases the object on this cluster: then it is free after that placement's rollout. */
function released({ hub, view }: PlacementContext, owner: ObjectRef, object: ObjectRef, cluster: string): Release {
  const placements = seenObjects(hub, owner.kind, owner.namespace);
  const name = displayName(owner);
  if (placements === undefined) return { isReleasing: false };
  const placement = hub.get(typeOf(owner.kind), owner.namespace, owner.name);
  if (placement === undefined) return { isReleasing: true, evidence: `${name} is not among the placements that were read` };
  if (isDeleting(placement)) return { isReleasing: true, evidence: `${name} is being deleted` };
  const other = viewPlacement(hub, placement);
  if (other.bindings?.some((binding) => binding.cluster === cluster && !binding.leaving) === false)
    return { isReleasing: true, evidence: `${name} does not place on ${cluster} any more` };
  if (!isHeld(hub, other, object)) return { isReleasing: true, evidence: `${name} does not select it any more` };
  const shared = sharedClusters(view, other);
  return { isReleasing: false, evidence: `${name} selects it as well${shared.length === 0 ? '' : `; both are on ${shared.join(', ')}`}` };
}

/** The clusters of both placements. */
function sharedClusters(view: PlacementView, other: PlacementView): readonly string[] {
  const own = new Set(clustersOf(view));
  return clustersOf(other).filter((cluster) => own.has(cluster));
}

function clustersOf({ bindings, clusters }: PlacementView): readonly string[] {
  const living = bindings?.filter(({ leaving }) => !leaving) ?? clusters;
  return [...new Set(living.map(({ cluster }) => cluster))].toSorted();
}

/**
 * Whether the owner still selects the object or an envelope with it. The hub's object decides, or the newest snapshot if the hub's object
 * is not known.
 */
function isHeld(hub: HubState, owner: PlacementView, object: ObjectRef): boolean {
  const latest = latestGroup(owner.groups ?? []);
  const taken = latest.kind === 'one' ? latest.group.objects : [];
  const itself = hub.get({ group: groupOf(object.apiVersion), kind: object.kind }, object.namespace, object.name);
  if (owner.groups === undefined && itself === undefined) return true;
  const selects = selectsOf(owner.object, surroundingsOf(hub, [], taken));
  return [...copiesOf(taken, object), ...(itself === undefined ? [] : [itself])].some((holder) => {
    const now = liveLookup(hub)(holder);
    if (now === null || (now !== undefined && isDeleting(now))) return false;
    if (now !== undefined && copiesOf([now], object).length === 0) return false;
    const selection = selects(now ?? holder);
    return isTaken(selection) || selection.kind === 'open';
  });
}
