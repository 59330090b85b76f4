import { displayName, isDeleting, refOf } from '../../../fleet/kubernetes/object.ts';
import { removalGaps } from '../../deploy/placement-freshness.ts';
import type { PlacementContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';

/**
 * Content of the judged snapshot that the hub has no longer, or that is being deleted there. Under External, members keep it until a run
 * with a newer snapshot.
 */
export function removedSince({ hub, view, freshness, run }: PlacementContext): readonly Observation[] {
  if (freshness.kind !== 'fresh') return [];
  return removalGaps(hub, freshness.group?.objects ?? []).map(({ object, why }) => ({
    scope: run === undefined ? 'placement' : 'run',
    step: 'Scheduled',
    fact: 'content-removed',
    target: run?.ref ?? view.ref,
    object: refOf(object),
    evidence: [`resource snapshot ${String(freshness.index)} ${why}: ${object.kind} ${object.metadata.name}`],
    words: { isDelivered: 'true', ...(isDeleting(object) ? { leaving: displayName(refOf(object)) } : {}) },
  }));
}
