import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import type { GateMemory } from '../memory.ts';
import type { PlacementView } from '../view/placement.ts';
import { snapshotGroups } from '../view/resource-snapshot.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import { seenObjects } from '../view/seen.ts';
import { resourceSnapshotKey } from '../view/resource-snapshot.ts';

export interface RemovedObject {
  readonly ref: ObjectRef;
  /** When the first snapshot without it was taken; absent if unknown. */
  readonly droppedAt: string | undefined;
}

/**
 * The objects that a snapshot no longer holds, compared with the snapshot before it, and with the newest one that existed when the gate
 * began. Both are needed, because a deploy may be spread over several snapshots. The gate may begin after all of them: a snapshot within
 * `patience` milliseconds after another is assumed to be part of the same deploy. Objects that another placement has taken over were not
 * removed.
 */
export function removedContent(
  hub: HubState,
  view: PlacementView,
  group: SnapshotGroup,
  { memory, patience }: { readonly memory: GateMemory; readonly patience: number },
): readonly RemovedObject[] {
  const older = (view.groups ?? []).filter((other) => other.index < group.index && other.whole);
  const known = older.findIndex(({ masterName }) => memory.snapshotsBefore.has(resourceSnapshotKey(view.ref.namespace, masterName)));
  const row = [group, ...older];
  const apart = older.findIndex((before, at) => !isSoonAfter(row[at] ?? group, before, patience));
  const reach = Math.max(known + 1, apart === -1 ? older.length : apart + 1);
  const kept = new Set(contentOf(group.objects).map(keyOf));
  const removed = new Map<string, RemovedObject>();
  for (const [at, { objects }] of older.slice(0, reach).entries()) {
    for (const object of contentOf(objects)) {
      const key = keyOf(object);
      if (!kept.has(key) && !removed.has(key)) removed.set(key, { ref: refOf(object), droppedAt: row[at]?.takenAt });
    }
  }
  if (removed.size === 0) return [];
  const elsewhere = heldByOthers(hub, view);
  return [...removed].flatMap(([key, object]) => (elsewhere.has(key) ? [] : [object]));
}

function isSoonAfter({ takenAt }: SnapshotGroup, before: SnapshotGroup, patience: number): boolean {
  return Date.parse(takenAt ?? '') - Date.parse(before.takenAt ?? '') <= patience;
}

/** Members get the content of an envelope, not the envelope. */
function contentOf(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.flatMap((object) => (isEnvelope(object) ? enclosedObjects(object) : [object]));
}

function keyOf(object: KubeObject): string {
  return objectKey(refOf(object));
}

function heldByOthers(hub: HubState, { ref }: PlacementView): ReadonlySet<string> {
  const snapshots = ['ClusterResourceSnapshot', 'ResourceSnapshot'].flatMap((kind) => seenObjects(hub, kind, ref.namespace) ?? []);
  const others = snapshots.filter(
    (snapshot) => fleetLabel(snapshot, 'parent-CRP') !== ref.name || snapshot.metadata.namespace !== ref.namespace,
  );
  const byPlacement = Map.groupBy(others, (snapshot) => `${snapshot.metadata.namespace ?? ''}/${fleetLabel(snapshot, 'parent-CRP') ?? ''}`);
  const newest = [...byPlacement.values()].flatMap((parts) => snapshotGroups(parts).slice(0, 1));
  return new Set(newest.flatMap(({ objects }) => contentOf(objects)).map(keyOf));
}
