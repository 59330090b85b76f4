/**
 * A disruption budget applies to the ClusterResourcePlacement of the same name. PickAll has no desired number of clusters, so it supports
 * only an absolute `minAvailable`. A budget with neither field allows no disruption. Source:
 * `pkg/webhook/clusterresourceplacementdisruptionbudget`, `pkg/controllers/clusterresourceplacementeviction/controller.go`.
 */
import { field, stringAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { clusterPlacements, isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Blocked {
  readonly placement: string;
  readonly field: 'maxUnavailable' | 'minAvailable' | undefined;
}

export const budgetBlocksEvictions = defineRule<Blocked>({
  id: 'budget-blocks-evictions',
  summary: 'The disruption budget blocks every eviction',
  effect: 'fails',
  otherwise: { misbehaves: 'the budget has neither of the two fields: the hub accepts it and evicts nothing' },
  kinds: ['ClusterResourcePlacementDisruptionBudget'],
  why: 'For a PickAll placement the hub refuses a budget with `maxUnavailable` or a percentage, because the number of clusters is not fixed. If the budget is created before the placement, the hub stores it, and every eviction then ends with `Eviction is blocked by misconfigured ClusterResourcePlacementDisruptionBudget`. A budget with neither field blocks them all as well. Evictions are not tried again.',
  remedy: 'Write `minAvailable` as a number.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/clusterresourceplacementeviction',
  message: ({ placement, field: name }) =>
    name === undefined
      ? `This budget has neither minAvailable nor maxUnavailable, so it blocks every eviction of ${placement}.`
      : `Placement ${placement} is PickAll, where a budget ${name === 'maxUnavailable' ? 'cannot have maxUnavailable' : 'needs minAvailable as a number'}.`,
  *check(manifest, world) {
    if (!isNamed(manifest) || !isResolved(manifest, '/spec')) return;
    const placement = nameOf(manifest);
    const given = (['maxUnavailable', 'minAvailable'] as const).find(
      (name) => (field(manifest.object, 'spec', name) ?? undefined) !== undefined,
    );
    if (given === undefined) {
      yield { at: '/spec', part: 'key', data: { placement, field: undefined }, effect: 'misbehaves', open: false };
      return;
    }
    const found = clusterPlacements(world).find((each) => isNamed(each) && nameOf(each) === placement);
    if (found === undefined || !isResolved(found, '/spec/policy') || policyOf(found.object).placementType !== 'PickAll') return;
    if (given === 'minAvailable' && stringAt(manifest.object, 'spec', given) === undefined) return;
    const related = [{ manifest: found, at: '/spec/policy', message: 'the policy of the placement' }];
    yield { at: `/spec/${given}`, data: { placement, field: given }, related };
  },
});
