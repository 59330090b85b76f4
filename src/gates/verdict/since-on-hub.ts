import type { ClusterState } from '../rollout/cluster-state.ts';
import type { PlacementContext } from '../rollout/context.ts';

/** When a cluster's condition last changed, by the hub's clock; what only a Work says is of the member's clock, which may be minutes off. */
export function sinceOnHub({ view }: PlacementContext, { binding, condition }: ClusterState): string | undefined {
  const written = [...(binding?.conditions ?? []), ...view.clusters.flatMap(({ conditions }) => conditions)];
  return condition !== undefined && written.includes(condition) ? condition.lastTransitionTime : undefined;
}
