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
import { carries } from './carries.ts';
import { isComparable } from './deployed-object.ts';
import type { DeployedObject } from './deployed-object.ts';
import { asSnapshotted, asWanted } from './content/comparable.ts';
import { differsFrom, missingFrom } from './content/equal.ts';
import { withoutZeroValues } from './content/zero-values.ts';
import { changedSinceApply } from './last-applied.ts';
import { isOverride } from '../../selection/override.ts';

/** All that may tell whether the deploy was on the hub before what is there now. */
export interface History {
  readonly hub: HubState;
  readonly view: PlacementView;
  readonly memory: GateMemory;
  /** The whole deploy. */
  readonly manifests: readonly KubeObject[];
}

/** What the hub keeps of former times that shows that it has held an object as deployed: one clause; `undefined` where nothing does. */
export function traceOf(object: DeployedObject, history: History): string | undefined {
  const { groups } = history.view;
  return (
    heldBy(groups, object) ??
    formerPolicy(object, history.view) ??
    formerOverride(object, history.hub) ??
    partOnTheHub(object, history) ??
    changedSinceApply(object) ??
    editNobodyKept(object, history)
  );
}

/** Whether a resource snapshot holds the object as it was deployed, and not merely in some other version of its API. */
export function holdsAsDeployed(group: SnapshotGroup, object: DeployedObject): boolean {
  const found = byKey(group).get(objectKey(object.ref));
  return found !== undefined && isComparable(found, object.manifest) && carries(found, object);
}

/** A deploy of a thousand objects asks ten snapshots for each of them. */
const byKey = oncePer((group: SnapshotGroup) => new Map(group.objects.map((object) => [objectKey(refOf(object)), object])));

/** The newest snapshot that holds it, and the first one after that: newest first. */
function heldBy(groups: readonly SnapshotGroup[] | undefined, object: DeployedObject): string | undefined {
  const at = groups?.findIndex((group) => holdsAsDeployed(group, object)) ?? -1;
  const [held, next] = [groups?.[at], groups?.[at - 1]];
  if (held === undefined) return undefined;
  return `resource snapshot ${nameOf(held)} holds it as deployed${next === undefined ? '' : `, ${nameOf(next)} does not any more`}`;
}

function nameOf({ index, takenAt }: SnapshotGroup): string {
  return takenAt === undefined ? String(index) : `${String(index)} of ${takenAt}`;
}

/** The scheduler's snapshots keep the policies the placement had, but for the number of clusters. */
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

function formerOverride({ manifest }: DeployedObject, hub: HubState): string | undefined {
  if (!isOverride(manifest)) return undefined;
  const former = seenObjects(hub, `${manifest.kind}Snapshot`, manifest.metadata.namespace)?.find(
    (found) =>
      fleetLabel(found, 'parent-resource-override') === manifest.metadata.name &&
      found.metadata.namespace === manifest.metadata.namespace &&
      missingFrom(objectAt(found, 'spec', 'overrideSpec'), objectAt(manifest, 'spec')) === undefined,
  );
  return former && `${displayName(refOf(former))} holds it as deployed`;
}

/** What is made for one deploy only, and is there: so the rest was there too. A run that took other content says nothing. */
function partOnTheHub(object: DeployedObject, { hub, manifests, view }: History): string | undefined {
  const tookOther = (run: KubeObject): boolean => {
    const taken = view.groups?.find((group) => group.index === viewRun(run).usedIndex);
    return taken !== undefined && !holdsAsDeployed(taken, object);
  };
  const part = manifests
    .filter((manifest) => ONE_OFF.has(manifest.kind))
    .find((manifest) => {
      const { namespace, name } = manifest.metadata;
      const found = hub.get(typeOf(manifest.kind), namespace, name);
      return (
        found !== undefined &&
        !tookOther(found) &&
        missingFrom(objectAt(found, 'spec'), { ...objectAt(asWanted(manifest), 'spec'), state: undefined }) === undefined
      );
    });
  return part && `${displayName(refOf(part))} of the same deploy is on the hub`;
}

const ONE_OFF = new Set(['ClusterStagedUpdateRun', 'StagedUpdateRun', 'ClusterResourcePlacementEviction']);

/**
 * The API server counts the edits of a spec. The first snapshot must have been taken while the object was young. More edits than the
 * snapshots show then mean that a content came and went between two snapshots. That may have been this deploy only where the present
 * content came lately.
 */
function editNobodyKept({ live }: DeployedObject, { hub, view }: History): string | undefined {
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
  return `it was edited ${String(generation - 1)} times, and snapshots show ${String(edits.length)} of them`;
}

/** Milliseconds: an object is placed right after it was made. */
const YOUNG = 60_000;

/** Milliseconds by the hub's clock: about as long as a pipeline takes from its deploy to its gate, and the gate to its end. */
const LATELY = 20 * 60_000;
