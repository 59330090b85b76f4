import { enclosedObjects, isEnvelope } from '../../fleet/envelope.ts';
import { fleetLabel } from '../../fleet/fleet-metadata.ts';
import type { HubState } from '../../fleet/hub-state.ts';
import { objectKey, refOf } from '../../fleet/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/object.ts';
import type { GateMemory } from '../memory.ts';
import type { PlacementView } from '../view/placement.ts';
import { snapshotGroups } from '../view/resource-snapshot.ts';
import type { SnapshotGroup } from '../view/resource-snapshot.ts';
import { seenObjects } from '../view/seen.ts';
import { resourceSnapshotKey } from '../view/resource-snapshot.ts';

/**
 * What a snapshot no longer holds: the objects of the snapshot before it, and of the newest one there was when the gate began. It takes
 * both, since a deploy may be spread over several snapshots. What another placement has taken over was not removed.
 */
export function removedContent(hub: HubState, view: PlacementView, group: SnapshotGroup, memory: GateMemory): readonly ObjectRef[] {
  const older = (view.groups ?? []).filter((other) => other.index < group.index && other.whole);
  const known = older.filter(({ masterName }) => memory.snapshotsBefore.has(resourceSnapshotKey(view.ref.namespace, masterName)));
  const before = [...older.slice(0, 1), ...known.slice(0, 1)].flatMap(({ objects }) => contentOf(objects));
  const kept = new Set(contentOf(group.objects).map(keyOf));
  const removed = new Map(before.filter((object) => !kept.has(keyOf(object))).map((object) => [keyOf(object), refOf(object)]));
  if (removed.size === 0) return [];
  const elsewhere = heldByOthers(hub, view);
  return [...removed].flatMap(([key, ref]) => (elsewhere.has(key) ? [] : [ref]));
}

/** Members get what an envelope holds, and not the envelope. */
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
