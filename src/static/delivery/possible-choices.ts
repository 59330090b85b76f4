import type { ClusterSelectorTerm } from '../../fleet/kubefleet/placement-policy.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { ruleChoices, type Atom, type Choices } from '../../schedule/delivery/rule-choices.ts';
import { receiverOf, type Receiver } from '../../schedule/override/override-resource.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import { knownClusters } from '../world/known-clusters.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';
import type { OverriddenDelivery } from './overridden-deliveries.ts';

/** The sets of rules that a cluster of the placement can match, if the clusters, or its picks, are not known. */
export function possibleChoices({ target, placement }: OverriddenDelivery, world: World): Choices {
  const known = choicesIn(world)(target);
  const alternatives = alternativesOf({ placement });
  const key = JSON.stringify(alternatives);
  const found = known.get(key) ?? choicesOf(target, alternatives, world);
  known.set(key, found);
  return found;
}

/** By the terms of the placement. Kept, because several rules and placements need them. */
const choicesIn = oncePer((_world: World) => oncePer((_target: OverriddenTarget) => new Map<string, Choices>()));

function choicesOf({ overrides }: OverriddenTarget, alternatives: readonly ClusterSelectorTerm[], world: World): Choices {
  const fleet = knownClusters(world);
  const rules = overrides.flatMap((override) => override.rules);
  const choices = ruleChoices(overrides, alternatives);
  if (fleet === undefined) return choices;
  return { ...choices, all: choices.all.filter((choice) => fleet.some((cluster) => isJustFor(choice, rules, receiverOf(cluster)))) };
}

function isJustFor(choice: readonly Atom[], rules: OverriddenTarget['overrides'][number]['rules'], receiver: Receiver): boolean {
  const chosen = new Set(choice.flatMap((atom) => [...atom.rules]));
  return rules.every((rule) => rule.terms === undefined || receiver.matches(rule) === chosen.has(rule));
}

/**
 * The terms of which each picked cluster matches at least one. Empty if any cluster may be picked, and for clusters that the policy names,
 * whose labels are not known.
 */
export function alternativesOf({ placement }: Pick<OverriddenDelivery, 'placement'>): readonly ClusterSelectorTerm[] {
  if (!isResolved(placement, '/spec/policy')) return [];
  const { placementType, required } = policyOf(placement.object);
  return placementType === 'PickFixed' ? [] : required;
}
