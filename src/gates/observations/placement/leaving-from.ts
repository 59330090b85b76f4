import type { PlacementContext } from '../../rollout/context.ts';
import { leavingClusters } from '../../view/leaving.ts';
import type { LeavingCluster } from '../../view/leaving.ts';

/** The clusters that this placement's content is leaving. */
export function leavingFrom({ hub, view, members, options }: PlacementContext): readonly LeavingCluster[] {
  return leavingClusters(hub, view, { patience: options.grace.removal, members });
}
