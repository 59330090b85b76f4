import { memberClusters, type MemberCluster } from '../fleet/member-cluster.ts';
import { existingOf } from '../schedule/existing.ts';
import type { Scheduling } from '../schedule/outcome.ts';
import { schedule } from '../schedule/schedule.ts';
import { oncePerWorld } from './once-per-world.ts';
import { isResolved } from './resolved.ts';
import type { World } from './world.ts';

/** What the scheduler would decide for a placement; `undefined` when the members are not known or the policy is not. */
export const whatIf = oncePerWorld((placement, world): Scheduling | undefined => {
  const clusters = clustersOf(world);
  if (clusters === undefined || !isResolved(placement, '/spec/policy', '/metadata/namespace')) return undefined;
  const { object, namespace } = placement;
  return schedule({ placement: object, namespace, clusters, now: world.now, existing: existingOf(object, namespace, world.decided) });
});

const parsed = new WeakMap<World, readonly MemberCluster[]>();

/** The members as the scheduler sees them, parsed once for a World. */
function clustersOf(world: World): readonly MemberCluster[] | undefined {
  if (world.members === undefined) return undefined;
  const before = parsed.get(world);
  if (before !== undefined) return before;
  const clusters = memberClusters(world.members);
  parsed.set(world, clusters);
  return clusters;
}
