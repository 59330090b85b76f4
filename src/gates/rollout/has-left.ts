import { isGone } from '../view/leaving.ts';
import type { PlacementContext } from './context.ts';

/** The cluster is in the fleet no more, and the placement has let go of it: nothing will be said of it again. */
export function hasLeft(cluster: string, { clusters, members }: PlacementContext): boolean {
  return isGone(cluster, members) && clusters.every((state) => state.cluster !== cluster);
}
