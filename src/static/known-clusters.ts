import { memberClusters, type MemberCluster } from '../fleet/member-cluster.ts';
import type { World } from './world.ts';

const parsed = new WeakMap<World, readonly MemberCluster[]>();

/** The members as the scheduler sees them, parsed once for a World; `undefined` where they are not known. */
export function knownClusters(world: World): readonly MemberCluster[] | undefined {
  if (world.members === undefined) return undefined;
  const before = parsed.get(world);
  if (before !== undefined) return before;
  const clusters = memberClusters(world.members);
  parsed.set(world, clusters);
  return clusters;
}
