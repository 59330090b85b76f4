import { memberClusters } from '../../fleet/kubefleet/member-cluster.ts';
import { policyOf, restsOnProperties } from '../../fleet/kubefleet/placement-policy.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { existingOf } from '../../schedule/existing.ts';
import { heldWithBase } from '../../schedule/held-with-base.ts';
import type { Scheduling } from '../../schedule/outcome.ts';
import { schedule } from '../../schedule/schedule.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

/**
 * The scheduler's decision for a placement, starting with what it holds on the hub and by the base, as in a plan; `undefined` if the
 * members, or the facts that the policy needs, are not known.
 */
export const whatIf = oncePerWorld((placement, world): Scheduling | undefined => {
  const clusters = knownClusters(world);
  if (clusters === undefined || !isResolved(placement, '/spec/policy', '/metadata/namespace')) return undefined;
  const { object, namespace } = placement;
  const { now, target, decided } = world;
  if (world.assumed.size > 0 && restsOnProperties(policyOf(object))) return undefined;
  const hub = existingOf(object, namespace, decided);
  const base = world.before(placement)?.manifest;
  const before = clustersBefore(world) ?? clusters;
  const existing = base === undefined ? hub : heldWithBase({ object: base, namespace, clusters: before, now, target }, hub).existing;
  return schedule({ placement: object, namespace, clusters, now, target, existing });
});

const clustersBefore = oncePer(({ membersBefore }: World) => membersBefore && memberClusters(membersBefore));
