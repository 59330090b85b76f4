import { isDeepStrictEqual } from 'node:util';
import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import { type HubListing, type HubState, unseenReason } from '../../fleet/kubefleet/hub-state.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { isMemberCluster, isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { groupOf, isDeleting, type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { asSnapshotted } from '../../gates/deploy/content/comparable.ts';
import { missingFrom } from '../../gates/deploy/content/equal.ts';
import { isSpecEdited } from '../../gates/deploy/content/spec-edit.ts';
import { typeRules } from '../../gates/deploy/content/type-rules.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { viewPlacement } from '../../gates/view/placement.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import type { ChangedObjects } from '../../ready/changed-objects.ts';
import type { NotChecked, PlannedPlacement, PlanReport } from '../../report.ts';
import { planFault, planGap } from '../../report/facts/plan/plan-fault.ts';
import { isNewPolicy } from '../../schedule/existing.ts';
import { OVERRIDES_UNREAD } from '../../schedule/not-verified.ts';
import { isOverride } from '../../selection/override.ts';
import { withoutFullStop } from '../../fleet/text/without-full-stop.ts';

/**
 * Compares the objects of a change with those of the hub, whose content is as it is snapshotted.
 * @param gone the objects that only the base has
 * @param unresolved the keys of objects with values that are not known here
 */
export function changeObjects(
  objects: readonly KubeObject[],
  hub: HubListing | undefined,
  gone: readonly KubeObject[] = [],
  unresolved: ReadonlySet<string> = new Set(),
): ChangedObjects {
  const changed = changesOf(objects, hub);
  const held = new Set(gone.length === 0 ? [] : (hub?.objects ?? []).map((object) => objectKey(refOf(object))));
  return {
    objects,
    ...(unresolved.size === 0 ? {} : { unresolved }),
    removed: gone.filter((object) => held.has(objectKey(refOf(object)))),
    isChanged: (key) => changed.get(key) === true,
    mayBeChanged: (key) => changed.has(key) && changed.get(key) !== false,
  };
}

function changesOf(objects: readonly KubeObject[], hub: HubListing | undefined): ReadonlyMap<string, boolean | undefined> {
  const live = new Map((hub?.objects ?? []).map((object) => [objectKey(refOf(object)), object]));
  return new Map(objects.map((object) => [objectKey(refOf(object)), isOtherwise(object, live.get(objectKey(refOf(object))), hub)]));
}

/** Whether the hub lacks a part of the object; `undefined` if that is not known. The values of a Secret are not read. */
function isOtherwise(object: KubeObject, live: KubeObject | undefined, hub: HubListing | undefined): boolean | undefined {
  const { apiVersion, kind, metadata } = object;
  if (live === undefined) {
    const isSeen = hub?.visibility({ group: groupOf(apiVersion), kind }, metadata.namespace).kind === 'seen';
    return isSeen ? true : undefined;
  }
  if (kind === 'Secret') return undefined;
  if (isMemberCluster(object) && !isDeepStrictEqual(object.metadata.labels ?? {}, live.metadata.labels ?? {})) return true;
  if (isFleetObject(object)) return isSpecEdited(live, object);
  return missingFrom(live, asSnapshotted(object), '', typeRules(live)) !== undefined;
}

/** The placements of a change: those of the plan, which are in the files or only on the hub. */
export function changedPlacements(plan: PlanReport, change: ChangedObjects, hub: HubState): readonly ChangedPlacement[] {
  const manifests = new Map(change.objects.filter(isPlacement).map((object) => [objectKey(refOf(object)), object]));
  const overridesChanged =
    change.removed.some(isOverride) || change.objects.some((object) => isOverride(object) && change.mayBeChanged(objectKey(refOf(object))));
  return plan.placements.flatMap((each): readonly ChangedPlacement[] => {
    const key = objectKey(each.object);
    const { kind, namespace, name } = each.object;
    const live = hub.get(typeOf(kind), namespace, name);
    const object = manifests.get(key) ?? live;
    if (object === undefined) return [];
    const isChanged = overridesChanged || change.mayBeChanged(key) || each.resources.some((ref) => change.mayBeChanged(objectKey(ref)));
    if (live !== undefined) {
      const found = { ...ofPlan(each), ...leftClusters(each, live, object, hub), object, isChanged, live };
      return [manifests.has(key) ? found : { ...found, ...ofBindings(each, live, hub), onlyOnHub: true }];
    }
    const unseen = unseenReason(hub.visibility(typeOf(kind), namespace));
    return [{ ...ofPlan(each), object, isChanged, ...(unseen === undefined ? {} : { unknown: `${UNSEEN}: ${unseen}` }) }];
  });
}

/** Otherwise a former rollout that may not be read would look as if there were none. */
const UNSEEN = 'the hub does not show whether it has the placement';

/** Why placements that only the hub has are not known, in whole sentences. */
export function unseenPlacements(change: ChangedObjects, hub: HubState): readonly NotChecked[] {
  const homes = [...new Set(change.objects.flatMap(({ metadata }) => metadata.namespace ?? []))];
  const places = [
    { kind: 'ClusterResourcePlacement', namespace: undefined },
    ...homes.map((namespace) => ({ kind: 'ResourcePlacement', namespace })),
  ];
  return places.flatMap(({ kind, namespace }): readonly NotChecked[] => {
    const visibility = hub.visibility(typeOf(kind), namespace);
    // A hub without the kind has no such placement.
    if (visibility.kind === 'notServed') return [];
    const unseen = unseenReason(visibility);
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
    return unseen === undefined
      ? []
      : [{ message: `Whether another ${kind}${where} rolls out these files: ${withoutFullStop(unseen)}.`, decides: true }];
  });
}

/**
 * The clusters that hold the placement and lose it with an edit of its policy: without one, the scheduler keeps what it has picked. A cluster
 * that leaves the fleet keeps its content, an eviction is a matter of its own, and with strategy External only an update run removes something.
 */
function leftClusters(
  { object: ref, picked, unpicked, refused, change }: PlannedPlacement,
  live: KubeObject,
  object: KubeObject,
  hub: HubState,
): Pick<ChangedPlacement, 'leaves'> {
  if (change === undefined || refused !== undefined || isExternal(object)) return {};
  const [before, after] = [live, object].map((each) => objectAt(each, 'spec', 'policy'));
  const isScaled = policyOf(live).numberOfClusters !== policyOf(object).numberOfClusters;
  if (!isScaled && !isNewPolicy(before, after, ref.kind)) return {};
  const others = new Set([...picked, ...(change.leftFleet ?? []), ...(change.evicted ?? []).map(({ cluster }) => cluster)]);
  const isLeaving = (cluster: string): boolean => {
    const member = hub.get(typeOf('MemberCluster'), undefined, cluster);
    return member === undefined || isDeleting(member);
  };
  const held = (viewPlacement(hub, live).bindings ?? []).filter(({ leaving }) => !leaving).map(({ cluster }) => cluster);
  const reasons = [...(change.reasons ?? []), ...unpicked];
  const leaves = [...new Set(held)]
    .filter((cluster) => !others.has(cluster) && !isLeaving(cluster))
    .toSorted()
    .map((cluster) => {
      const why = reasons.find((each) => each.cluster === cluster)?.reason;
      return { cluster, ...(why === undefined ? {} : { reason: withoutFullStop(why) }) };
    });
  return leaves.length === 0 ? {} : { leaves };
}

/** A rollout goes to the clusters that a placement has, also if the scheduler would not pick one of them today. */
function ofBindings(
  planned: PlannedPlacement,
  live: KubeObject,
  hub: HubState,
): Pick<ChangedPlacement, 'clusters' | 'leftOut' | 'isFaultOfHub'> & { readonly unknown?: string } {
  const { bindings } = viewPlacement(hub, live);
  const held = (bindings ?? []).filter(({ leaving }) => !leaving).map(({ cluster }) => cluster);
  const { leftOut } = ofPlan(planned);
  return {
    clusters: [...new Set([...planned.picked, ...held])],
    leftOut: leftOut.filter(({ cluster }) => !held.includes(cluster)),
    ...(isOnlyUnscheduled(planned) ? { isFaultOfHub: true } : {}),
    ...(bindings === undefined ? { unknown: 'its bindings may not be read' } : {}),
  };
}

/** Whether the scheduler does not pick as asked, and nothing else is wrong. */
function isOnlyUnscheduled(planned: PlannedPlacement): boolean {
  const isUnscheduled = planned.scheduled !== 'True' || planned.picked.length === 0;
  return isUnscheduled && planFault({ ...planned, scheduled: 'True', picked: ['a cluster'], runs: [] }) === undefined;
}

function ofPlan(
  planned: PlannedPlacement,
): Pick<
  ChangedPlacement,
  'ref' | 'overlay' | 'clusters' | 'leftOut' | 'areOverridesUnread' | 'doubts' | 'fault' | 'unknown' | 'selectsNothing'
> {
  const fault = planFault(planned);
  const gap = planGap(planned);
  const { notVerified = [] } = planned;
  const doubts = [
    ...notVerified.filter((sentence) => sentence !== OVERRIDES_UNREAD),
    ...(planned.open ?? []).filter(({ absent }) => absent !== true).map(({ reason }) => reason),
  ];
  return {
    ref: planned.object,
    ...(planned.overlay === undefined ? {} : { overlay: planned.overlay }),
    clusters: planned.picked,
    leftOut: planned.unpicked
      .filter(({ plugin }) => plugin === 'ClusterEligibility')
      .map(({ cluster, reason }) => ({ cluster, reason: withoutFullStop(reason) })),
    ...(fault === undefined ? {} : { fault: withoutFullStop(fault) }),
    ...(notVerified.includes(OVERRIDES_UNREAD) ? { areOverridesUnread: true } : {}),
    doubts: doubts.map(withoutFullStop),
    ...(planned.resources.length === 0 && notVerified.length === 0 && gap === undefined ? { selectsNothing: true } : {}),
    ...(gap === undefined ? {} : { unknown: withoutFullStop(gap) }),
  };
}
