import { listAt } from '../../../fleet/json/json.ts';
import { objectKey } from '../../../fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import { removalKey, removalsOf } from '../../rollout/removals.ts';
import type { Removal } from '../../rollout/removals.ts';
import { appliedWorksOwning, isAppliedWorkOf } from '../../view/applied-work.ts';
import type { Observation } from '../observation.ts';

/** Removed objects that may still be on members: certain for members that can be read, unknown for the others. */
export function removalObservations(context: PlacementContext): readonly Observation[] {
  const removals = removalsOf(context).map((removal) => ({ ...removal, found: foundOf(context, removal) }));
  const unread = Map.groupBy(
    removals.filter(({ found }) => found === 'unread'),
    ({ object }) => objectKey(object),
  );
  return [
    ...removals.flatMap((removal) => (typeof removal.found === 'string' ? [] : [heldOn(context, removal, removal.found)])),
    ...[...unread.values()].flatMap((places) => unverified(context, places)),
  ];
}

/** `removed`: the object does not exist, or no longer belongs to this placement. */
function foundOf({ memberObjects, view }: PlacementContext, removal: Removal): KubeObject | 'removed' | 'unread' {
  const read = memberObjects.get(removalKey(removal));
  if (read === undefined) return 'unread';
  const own = read.find((object) => appliedWorksOwning(object).some((name) => isAppliedWorkOf(view.ref, name)));
  return own ?? 'removed';
}

function heldOn({ view }: PlacementContext, { cluster, object }: Removal, found: KubeObject): Observation {
  const { deletionTimestamp } = found.metadata;
  const finalizers = listAt(found, 'metadata', 'finalizers').filter((name) => typeof name === 'string');
  const since = deletionTimestamp === undefined ? 'it is not being deleted yet' : `it is being deleted since ${deletionTimestamp}`;
  const held = finalizers.length === 0 ? [] : [`finalizers: ${finalizers.join(', ')}`];
  return { scope: 'manifest', step: 'Available', fact: 'removal-pending', target: view.ref, cluster, object, evidence: [since, ...held] };
}

function unverified({ view }: PlacementContext, places: readonly Removal[]): readonly Observation[] {
  const [first] = places;
  if (first === undefined) return [];
  const evidence = [`not read on ${places.map(({ cluster }) => cluster).join(', ')}`];
  return [{ scope: 'manifest', step: 'Available', fact: 'removal-unverified', target: view.ref, object: first.object, evidence }];
}
