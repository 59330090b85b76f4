/**
 * A disruption budget applies to the ClusterResourcePlacement of the same name, and to nothing else. Source:
 * `pkg/controllers/clusterresourceplacementeviction/controller.go` (the budget is read by the name of the placement). The webhook accepts a
 * budget whose placement does not exist.
 */
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { manifestsNamed } from '../world/manifests-by-name.ts';
import { hubHolds } from '../world/hub-holds.ts';
import { mistyped } from '../answers/mistyped.ts';
import { clusterPlacements, isNamed, namespacedPlacements, nameOf } from '../world/placements.ts';
import { defineRule } from '../world/rule.ts';
import { type SearchScope, searchedText } from '../compare/search-scope.ts';

interface Missing extends SearchScope {
  readonly name: string;
  readonly meant: string | undefined;
  /** Whether a ResourcePlacement has the name. */
  readonly isNamespaced: boolean;
}

export const budgetPlacementMissing = defineRule<Missing>({
  id: 'budget-placement-missing',
  summary: 'There is no ClusterResourcePlacement with the name of the disruption budget',
  effect: 'misbehaves',
  kinds: ['ClusterResourcePlacementDisruptionBudget'],
  why: 'A budget protects the ClusterResourcePlacement of the same name. The hub accepts a budget of any other name, and evictions go on as if it did not exist. Budgets do not apply to ResourcePlacements. Reported if a placement of the manifests has a similar name, if only a ResourcePlacement has the name, and if the hub was read and does not have the placement.',
  remedy: 'Name the budget after its ClusterResourcePlacement.',
  docs: 'https://kubefleet.dev/docs/concepts/eviction/',
  message: ({ name, isNamespaced, ...searched }) =>
    isNamespaced
      ? `Budgets apply only to ClusterResourcePlacements, but ${name} is a ResourcePlacement: this budget protects nothing.`
      : `There is no ClusterResourcePlacement ${name} ${searchedText(searched)}, so the budget protects nothing.`,
  remedyFor: ({ meant }) => (meant === undefined ? undefined : `Did you mean ${meant}?`),
  *check(manifest, world) {
    if (!isNamed(manifest)) return;
    const name = nameOf(manifest);
    const placements = clusterPlacements(world);
    const held = hubHolds({ group: PLACEMENT_GROUP, kind: 'ClusterResourcePlacement', name }, world);
    if (name === '' || held === true || manifestsNamed(name, placements).length > 0) return;
    const meant = mistyped(name, placements.filter(isNamed).map(nameOf));
    const isNamespaced = namespacedPlacements(world).some((placement) => isNamed(placement) && nameOf(placement) === name);
    if (meant === undefined && !isNamespaced && held !== false) return;
    yield { at: '/metadata/name', data: { name, meant, isNamespaced, asked: held === false, isPartly: world.hasUnread } };
  },
});
