/**
 * A cluster that PickFixed names cannot be evicted; it must be removed from the list. Source:
 * `pkg/utils/validator/clusterresourceplacementeviction.go` (the webhook), `pkg/controllers/clusterresourceplacementeviction/controller.go`
 * (`Valid` False if the placement was created after the eviction).
 */
import { stringAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { clusterPlacements, isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const evictionRefused = defineRule<{ readonly placement: string; readonly isOnly: boolean }>({
  id: 'eviction-refused',
  summary: 'The eviction is for a PickFixed placement',
  effect: 'fails',
  kinds: ['ClusterResourcePlacementEviction'],
  why: 'After an eviction the scheduler looks for another cluster, and with PickFixed there is no other. The webhook refuses such an eviction with `policy type PickFixed is not supported`, and an eviction that was created before its placement ends as invalid. Evictions are carried out once and never tried again.',
  remedy: 'Remove the eviction, and remove the cluster from `clusterNames` of the placement.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction',
  message: ({ placement }) => `Placement ${placement} is PickFixed, and KubeFleet does not evict PickFixed placements.`,
  // Without a name, nothing would be placed.
  remedyFor: ({ isOnly }) =>
    isOnly ? 'Remove the eviction, and delete the placement to remove its content from its only cluster.' : undefined,
  *check(manifest, world) {
    const placement = stringAt(manifest.object, 'spec', 'placementName');
    if (placement === undefined || !isResolved(manifest, '/spec/placementName')) return;
    const found = clusterPlacements(world).find((each) => isNamed(each) && nameOf(each) === placement);
    if (found === undefined || !isResolved(found, '/spec/policy') || policyOf(found.object).placementType !== 'PickFixed') return;
    const related = [{ manifest: found, at: '/spec/policy/placementType', message: 'the policy of the placement' }];
    const isOnly = policyOf(found.object).clusterNames.length < 2;
    yield { at: '/spec/placementName', data: { placement, isOnly }, related };
  },
});
