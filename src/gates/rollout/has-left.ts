import { isGone } from '../view/leaving.ts';
import type { PlacementContext } from './context.ts';

/** Whether the cluster left the fleet and the placement no longer lists it: its state is final. */
export function hasLeft(cluster: string, { clusters, members }: PlacementContext): boolean {
  return isGone(cluster, members) && clusters.every((state) => state.cluster !== cluster);
}
