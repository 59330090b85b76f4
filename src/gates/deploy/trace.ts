import { isLatestSnapshot, fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { displayName, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { GateMemory } from '../memory.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { PlacementView } from '../view/placement.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import { viewRun } from '../view/run.ts';
import { seenObjects, typeOf } from '../view/seen.ts';
import { holdsDeployed, stillHasRemoved } from './holds-deployed.ts';
import { isComparable } from './deployed-object.ts';
import type { DeployedObject } from './deployed-object.ts';
import { asSnapshotted, asWanted, asWantedInSnapshot } from './content/comparable.ts';
import { differsFrom, missingFrom } from './content/equal.ts';
import { typeRules } from './content/type-rules.ts';
import { withoutZeroValues } from './content/zero-values.ts';
import { changedSinceApply } from './last-applied.ts';
import { isOverride } from '../../selection/override.ts';

/** All objects that may show whether the deploy was on the hub before its current content. */
export interface History {
  readonly hub: HubState;
  readonly view: PlacementView;
  readonly memory: GateMemory;
  /** The whole deploy. */
  readonly manifests: readonly KubeObject[];
}

/** The evidence in the hub's history that it once held an object as deployed: one clause; `undefined` if there is none. */
export function traceOf(object: DeployedObject, history: History): string | undefined {
  const { groups } = history.view;
  return (
    heldBy(groups, object) ??
    formerPolicy(object, history.view) ??
    formerOverride(object, history.hub) ??
    partOnTheHub(object, history) ??
    changedSinceApply(object) ??
    unrecordedEdit(object, history)
  );
}

/** Whether a resource snapshot holds the object as it was deployed, in the same API version. */
export function holdsAsDeployed(group: SnapshotGroup, object: DeployedObject): boolean {
  const found = byKey(group).get(objectKey(object.ref));
  return found !== undefined && isComparable(found, object.manifest) && holdsDeployed(found, object);
}

/** Indexed once for each snapshot, because a deploy may have a thousand objects. */
const byKey = oncePer((group: SnapshotGroup) => new Map(group.objects.map((object) => [objectKey(refOf(object)), object])));

/** The newest snapshot that holds it, and the first one after that. */
function heldBy(groups: readonly SnapshotGroup[] | undefined, object: DeployedObject): string | undefined {
  if (!isShownBySnapshots(object)) return undefined;
  const at = groups?.findIndex((group) => holdsAsDeployed(group, object)) ?? -1;
  const [held, next] = [groups?.[at], groups?.[at - 1]];
  if (held === undefined) return undefined;
  return `resource snapshot ${nameOf(held)} holds it as deployed${next === undefined ? '' : `, ${nameOf(next)} does not any more`}`;
}

/** Whether a snapshot can show the difference: it has no owners, and no fields of one cluster such as a node port. */
function isShownBySnapshots({ live, manifest, isRemoval }: DeployedObject): boolean {
  return (
    live === undefined ||
    isRemoval === true ||
    missingFrom(asSnapshotted(live), asWantedInSnapshot(manifest), '', typeRules(live)) !== undefined
  );
}

function nameOf({ index, takenAt }: SnapshotGroup): string {
  return takenAt === undefined ? String(index) : `${String(index)} of ${takenAt}`;
}

/** Policy snapshots keep the former policies of the placement, except the number of clusters. */
function formerPolicy({ manifest, ref, live }: DeployedObject, view: PlacementView): string | undefined {
  if (objectKey(ref) !== objectKey(view.ref)) return undefined;
  const wanted = { ...objectAt(manifest, 'spec', 'policy'), numberOfClusters: undefined };
  const isPolicyOf = (found: KubeObject | undefined): boolean => {
    const policy = objectAt(found, 'spec', 'policy');
    return missingFrom(policy, withoutZeroValues(wanted, policy)) === undefined;
  };
  if (isPolicyOf(live)) return undefined;
  const former = view.policySnapshots?.find((found) => !isLatestSnapshot(found) && isPolicyOf(found));
  return former && `${displayName(refOf(former))} holds its policy as deployed`;
}

/** Override snapshots keep the spec, and neither labels nor annotations. */
function formerOverride(deployed: DeployedObject, hub: HubState): string | undefined {
  const { manifest } = deployed;
  if (!isOverride(manifest) || !differsInSpec(deployed)) return undefined;
  const former = seenObjects(hub, `${manifest.kind}Snapshot`, manifest.metadata.namespace)?.find(
    (found) =>
      fleetLabel(found, 'parent-resource-override') === manifest.metadata.name &&
      found.metadata.namespace === manifest.metadata.namespace &&
      missingFrom(objectAt(found, 'spec', 'overrideSpec'), objectAt(manifest, 'spec')) === undefined &&
      !stillHasRemoved({ ...manifest, spec: objectAt(found, 'spec', 'overrideSpec') }, deployed),
  );
  return former && `${displayName(refOf(former))} holds it as deployed`;
}

function differsInSpec({ live, manifest, differsAt, isRemoval }: DeployedObject): boolean {
  const isRemoved = isRemoval === true && differsAt?.startsWith('/spec/') === true;
  return live === undefined || isRemoved || missingFrom(objectAt(live, 'spec'), objectAt(manifest, 'spec')) !== undefined;
}

/**
 * An object made for this deploy only that exists on the hub: the rest of the deploy was there too. A run that used other content proves
 * nothing, and neither does one that has no snapshot yet: an apply may create it before the content.
 */
function partOnTheHub(object: DeployedObject, { hub, manifests, view }: History): string | undefined {
  const provesNothing = (found: KubeObject): boolean => {
    if (!RUNS.includes(found.kind)) return false;
    const { usedIndex } = viewRun(found);
    const taken = view.groups?.find((group) => group.index === usedIndex);
    return usedIndex === undefined || (taken !== undefined && !holdsAsDeployed(taken, object));
  };
  const part = manifests
    .filter((manifest) => ONE_OFF.has(manifest.kind))
    .find((manifest) => {
      const { namespace, name } = manifest.metadata;
      const found = hub.get(typeOf(manifest.kind), namespace, name);
      return (
        found !== undefined &&
        !provesNothing(found) &&
        missingFrom(objectAt(found, 'spec'), { ...objectAt(asWanted(manifest), 'spec'), state: undefined }) === undefined
      );
    });
  return part && `${displayName(refOf(part))} of the same deploy is on the hub`;
}

const RUNS = ['ClusterStagedUpdateRun', 'StagedUpdateRun'];
const ONE_OFF = new Set([...RUNS, 'ClusterResourcePlacementEviction']);

/**
 * The API server counts the edits of a spec. The first snapshot must have been taken shortly after the object was created. If there are
 * more edits than the snapshots show, some content existed only between two snapshots. That may have been this deploy only if the present
 * content is recent.
 */
function unrecordedEdit({ live }: DeployedObject, { hub, view }: History): string | undefined {
  if (live === undefined) return undefined;
  const { generation, creationTimestamp } = live.metadata;
  const held = (view.groups ?? []).toReversed();
  const contents = held.flatMap((group) => group.objects.filter((object) => objectKey(refOf(object)) === objectKey(refOf(live))));
  const [first] = held;
  const youth = Date.parse(first?.takenAt ?? '') - Date.parse(creationTimestamp ?? '');
  if (generation === undefined || first?.index !== 0 || contents.length < held.length || !(youth >= 0 && youth <= YOUNG)) return undefined;
  const shown = [...contents, live].map((object) => objectAt(asSnapshotted(object), 'spec'));
  const edits = shown.flatMap((spec, at) => (at > 0 && differsFrom(shown[at - 1], spec) !== undefined ? [at] : []));
  const cameAt = held[edits.at(-1) ?? 0]?.takenAt;
  const isLate = cameAt === undefined || hub.now.getTime() - Date.parse(cameAt) <= LATELY;
  if (!isLate || generation - 1 <= edits.length) return undefined;
  const times = generation === 2 ? 'once' : `${String(generation - 1)} times`;
  return `it was edited ${times}, and snapshots show ${String(edits.length)} of them`;
}

/** Milliseconds: an object is placed right after it is created. */
const YOUNG = 60_000;

/** Milliseconds by the hub's clock: about the time of a pipeline from its deploy to the end of its gate. */
const LATELY = 20 * 60_000;
