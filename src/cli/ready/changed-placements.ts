import { isFleetObject } from '../../fleet/kubefleet/fleet-object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacement, isPlacementKind, PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { asSnapshotted } from '../../gates/deploy/content/comparable.ts';
import { missingFrom } from '../../gates/deploy/content/equal.ts';
import { isTaken, selectsOf, surroundingsOf } from '../../gates/deploy/selection.ts';
import { typeOf } from '../../gates/view/seen.ts';
import { viewPlacement } from '../../gates/view/placement.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import type { ChangedObjects } from '../../ready/former-rollouts.ts';
import type { PlannedPlacement, PlanReport } from '../../report.ts';
import { planFault, planGap } from '../../report/facts/plan/plan-fault.ts';
import { unstopped } from '../../report/facts/words/words.ts';
import { isOverride } from '../../selection/override.ts';

/** The objects of a change, each in the namespace that it gets. */
export interface ChangeObjects extends ChangedObjects {
  readonly objects: readonly KubeObject[];
}

/** Compares the objects of a change with those of the hub. @param onHub the hub's objects, as its content is snapshotted */
export function changeObjects(objects: readonly KubeObject[], onHub: readonly KubeObject[]): ChangeObjects {
  const live = new Map(onHub.map((object) => [objectKey(refOf(object)), object]));
  const changed = new Map(objects.map((object) => [objectKey(refOf(object)), isOtherwise(object, live.get(objectKey(refOf(object))))]));
  return { objects, has: (key) => changed.has(key), isChanged: (key) => changed.get(key) === true };
}

/** Whether the hub lacks a part of the object. The values of a Secret were not read, so they are not compared. */
function isOtherwise(object: KubeObject, live: KubeObject | undefined): boolean {
  if (live === undefined) return true;
  if (object.kind === 'Secret') return false;
  const wanted = isFleetObject(object) ? object['spec'] : asSnapshotted(object);
  return missingFrom(isFleetObject(object) ? live['spec'] : live, wanted) !== undefined;
}

/** The placements of a change: those of the plan, then placements that only the hub has and that select an object of the change. */
export function changedPlacements(plan: PlanReport, change: ChangeObjects, hub: HubState): readonly ChangedPlacement[] {
  const manifests = new Map(change.objects.filter(isPlacement).map((object) => [objectKey(refOf(object)), object]));
  const overridesChanged = change.objects.some((object) => isOverride(object) && change.isChanged(objectKey(refOf(object))));
  const planned = plan.placements.flatMap((each): readonly ChangedPlacement[] => {
    const key = objectKey(each.object);
    const object = manifests.get(key);
    if (object === undefined) return [];
    const live = liveOf(object, hub);
    const isChanged = overridesChanged || change.isChanged(key) || each.resources.some((ref) => change.isChanged(objectKey(ref)));
    return [{ ...ofPlan(each), object, isChanged, ...(live === undefined ? {} : { live }) }];
  });
  return [...planned, ...onlyOnHub(manifests, change, hub)];
}

function ofPlan(planned: PlannedPlacement): Pick<ChangedPlacement, 'ref' | 'overlay' | 'clusters' | 'leftOut' | 'fault' | 'unknown'> {
  const fault = planFault(planned);
  const gap = planGap(planned);
  const notes = [
    ...(planned.notVerified ?? []),
    ...(planned.open ?? []).filter(({ absent }) => absent !== true).map(({ reason }) => reason),
  ];
  const unknown = gap ?? notes[0];
  return {
    ref: planned.object,
    ...(planned.overlay === undefined ? {} : { overlay: planned.overlay }),
    clusters: planned.picked,
    leftOut: planned.unpicked
      .filter(({ plugin }) => plugin === 'ClusterEligibility')
      .map(({ cluster, reason }) => ({ cluster, reason: unstopped(reason) })),
    ...(fault === undefined ? {} : { fault: unstopped(fault) }),
    ...(unknown === undefined ? {} : { unknown: unstopped(unknown) }),
  };
}

function liveOf(object: KubeObject, hub: HubState): KubeObject | undefined {
  return hub.get(typeOf(object.kind), object.metadata.namespace, object.metadata.name);
}

function onlyOnHub(manifests: ReadonlyMap<string, KubeObject>, change: ChangeObjects, hub: HubState): readonly ChangedPlacement[] {
  const content = change.objects.filter((object) => !isPlacementKind(object.kind));
  const surroundings = surroundingsOf(hub, change.objects);
  return PLACEMENT_KINDS.flatMap((kind) => hub.list(typeOf(kind))).flatMap((object): readonly ChangedPlacement[] => {
    if (manifests.has(objectKey(refOf(object)))) return [];
    const selects = selectsOf(object, surroundings);
    const taken = content.filter((each) => isTaken(selects(each)));
    if (taken.length === 0) return [];
    const bindings = viewPlacement(hub, object).bindings;
    return [
      {
        ref: refOf(object),
        object,
        live: object,
        clusters: (bindings ?? []).filter(({ leaving }) => !leaving).map(({ cluster }) => cluster),
        leftOut: [],
        isChanged: taken.some((each) => change.isChanged(objectKey(refOf(each)))),
        ...(bindings === undefined ? { unknown: 'its bindings may not be read' } : {}),
      },
    ];
  });
}
