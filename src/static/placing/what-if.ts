import { policyOf, restsOnProperties } from '../../fleet/kubefleet/placement-policy.ts';
import { existingOf } from '../../schedule/existing.ts';
import type { Scheduling } from '../../schedule/outcome.ts';
import { schedule } from '../../schedule/schedule.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import { isResolved } from '../world/resolved.ts';

/** What the scheduler would decide for a placement; `undefined` when the members are not known, or what the policy asks of them. */
export const whatIf = oncePerWorld((placement, world): Scheduling | undefined => {
  const clusters = knownClusters(world);
  if (clusters === undefined || !isResolved(placement, '/spec/policy', '/metadata/namespace')) return undefined;
  const { object, namespace } = placement;
  const { now, target, decided } = world;
  if (world.assumed.size > 0 && restsOnProperties(policyOf(object))) return undefined;
  return schedule({ placement: object, namespace, clusters, now, target, existing: existingOf(object, namespace, decided) });
});
