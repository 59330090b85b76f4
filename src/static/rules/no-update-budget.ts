/**
 * An object that is updated in place is unavailable for a moment. If the budget is zero, no ready cluster may be updated; maxSurge is for
 * additional clusters and does not help. Source: `pkg/controllers/rollout/controller.go` (calculateMaxToRemove, determineBindingsToUpdate)
 * and the comment on MaxUnavailable in `apis/placement/v1beta1/clusterresourceplacement_types.go`. Only clusters whose last apply failed
 * are updated.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { field, stringAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const noUpdateBudget = defineRule<{ readonly value: string }>({
  id: 'no-update-budget',
  summary: 'With maxUnavailable 0 no cluster can be updated',
  effect: 'misbehaves',
  kinds: PLACEMENT_KINDS,
  why: 'KubeFleet updates objects in place, and treats a cluster as unavailable during the update. With `maxUnavailable: 0` the first rollout works and every later one stops before its first cluster: `RolloutStarted` stays False with reason `RolloutNotStartedYet`, whatever happens on the members. `maxSurge` only allows additional clusters and does not affect updates. Use 0 only for placements that move between clusters and never change.',
  remedy: 'Write `maxUnavailable: 1` or a percentage such as `25%`, which is the default.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementrolloutstarted',
  message: ({ value }) => `With \`maxUnavailable: ${value}\` an update is never rolled out to a cluster that already has the resources.`,
  *check(manifest) {
    const { object } = manifest;
    const at = '/spec/strategy/rollingUpdate/maxUnavailable';
    const value = field(object, 'spec', 'strategy', 'rollingUpdate', 'maxUnavailable');
    if ((value !== 0 && value !== '0%') || !isResolved(manifest, '/spec/strategy')) return;
    if ((stringAt(object, 'spec', 'strategy', 'type') ?? 'RollingUpdate') === 'RollingUpdate') yield { at, data: { value: String(value) } };
  },
});
