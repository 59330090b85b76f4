import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { ClusterState } from '../rollout/cluster-state.ts';
import type { PlacementContext } from '../rollout/context.ts';
import type { PlacementView } from '../view/placement.ts';

/**
 * When a cluster's condition last changed, or the deletion of its Work began, by the hub's clock. If only a Work has it, it is the member's clock, which may differ by
 * minutes.
 */
export function sinceOnHub({ view }: PlacementContext, { binding, condition, leavingWork }: ClusterState): string | undefined {
  if (leavingWork !== undefined) return leavingWork.object.metadata.deletionTimestamp;
  if (condition === undefined) return undefined;
  const isOfHub = binding?.conditions.includes(condition) === true || ofPlacement(view).has(condition);
  return isOfHub ? condition.lastTransitionTime : undefined;
}

/** The placement's own conditions of its clusters, indexed because every cluster needs them. */
const ofPlacement = oncePer(
  (view: PlacementView): ReadonlySet<Condition> => new Set(view.clusters.flatMap(({ conditions }) => conditions)),
);
