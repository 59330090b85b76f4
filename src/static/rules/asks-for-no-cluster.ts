/**
 * A policy that requests no cluster: PickN 0 is fulfilled with none, and PickFixed without names is never decided. Source:
 * `pkg/scheduler/framework/framework.go` (PickN of 0: Scheduled True, `found 0 cluster(s)`; runSchedulingCycleForPickFixedPlacementType
 * ignores an empty list: Scheduled stays Unknown, `SchedulePending`). v0.3 refuses the latter in a ClusterResourcePlacement.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { numberAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { takesPart } from '../answers/admission.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const asksForNoCluster = defineRule<{ readonly type: 'PickN' | 'PickFixed' }>({
  id: 'asks-for-no-cluster',
  summary: 'The policy does not ask for any cluster',
  effect: 'misbehaves',
  otherwise: { fails: 'the policy is PickFixed without cluster names: the hub never schedules the placement' },
  kinds: PLACEMENT_KINDS,
  why: 'With `numberOfClusters: 0` the placement is fulfilled at once: `Scheduled` is True with "found 0 cluster(s)", and what it placed before is removed from every cluster. PickFixed without `clusterNames` is never scheduled: `Scheduled` stays Unknown with reason `SchedulePending`, and clusters it had keep their old content. Neither fails, and nothing is deployed.',
  remedy: 'Ask for at least one cluster. To remove the content from all clusters, delete the placement.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ type }) =>
    type === 'PickN'
      ? 'PickN asks for 0 clusters, so nothing is placed anywhere and the placement reports success.'
      : 'PickFixed does not name a cluster, so the hub never schedules this placement.',
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec/policy') || !takesPart(manifest, '/spec/policy', world)) return;
    const { placementType, clusterNames } = policyOf(manifest.object);
    if (placementType === 'PickN' && numberAt(manifest.object, 'spec', 'policy', 'numberOfClusters') === 0)
      yield { at: '/spec/policy/numberOfClusters', data: { type: 'PickN' } };
    if (placementType === 'PickFixed' && clusterNames.length === 0)
      yield { at: '/spec/policy/clusterNames', part: 'key', data: { type: 'PickFixed' }, effect: 'fails' };
  },
});
