import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { isLeftAlone, isTaken, type Selects, selectsOf, surroundingsOf } from '../../gates/deploy/selection.ts';
import { viewPlacement } from '../../gates/view/placement.ts';
import { latestGroup } from '../../gates/view/resource-snapshot.ts';
import { typeOf } from '../../gates/view/seen.ts';
import type { ChangedObjects } from '../../ready/changed-objects.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import type { DroppedContent } from '../../ready/removal-reasons.ts';

/**
 * What the latest resource snapshot of a placement has and the change no longer selects; `undefined` if there is none. With strategy External
 * only an update run removes something.
 */
export function droppedContent(placement: ChangedPlacement, changes: ChangedObjects, hub: HubState): DroppedContent | undefined {
  const { live, clusters: picked } = placement;
  if (live === undefined || isExternal(placement.object)) return undefined;
  const { bindings = [], groups = [] } = viewPlacement(hub, live);
  const clusters = picked.filter((name) => bindings.some(({ cluster, leaving }) => cluster === name && !leaving));
  const latest = latestGroup(groups);
  if (clusters.length === 0 || latest.kind !== 'one') return undefined;
  const { objects: held } = latest.group;
  const dropped = noLongerSelected(held, placement, live, { changes, hub });
  return dropped.length === 0 ? undefined : { objects: dropped.map(refOf), clusters, isAll: dropped.length === held.length };
}

/** Objects that the hub selects for the placement as it is, and that with the change certainly no placement selects. */
function noLongerSelected(
  held: readonly KubeObject[],
  { object: own }: ChangedPlacement,
  live: KubeObject,
  { changes, hub }: { readonly changes: ChangedObjects; readonly hub: HubState },
): readonly KubeObject[] {
  const { objects, unresolved = new Set() } = changes;
  const keyOf = (object: KubeObject): string => objectKey(refOf(object));
  const written = new Map(objects.map((object) => [keyOf(object), object]));
  const [before, after] = [surroundingsOf(hub, []), surroundingsOf(hub, objects)];
  const [wasSelected, isSelected] = [selectsOf(live, before), selectsOf(own, after)];
  const isDropped = (selects: Selects, object: KubeObject): boolean => isLeftAlone(selects(written.get(keyOf(object)) ?? object));
  const dropped = held.filter((object) => !unresolved.has(keyOf(object)) && isTaken(wasSelected(object)) && isDropped(isSelected, object));
  if (dropped.length === 0) return [];
  const onHub = ['ClusterResourcePlacement', 'ResourcePlacement'].flatMap((kind) => hub.list(typeOf(kind)));
  const placements = [...objects.filter(isPlacement), ...onHub.filter((object) => !written.has(keyOf(object)))];
  if (placements.some((object) => unresolved.has(keyOf(object)))) return [];
  const others = placements.map((object) => selectsOf(object, after));
  return dropped.filter((object) => others.every((selects) => isDropped(selects, object)));
}
