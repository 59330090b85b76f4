/**
 * A rule is applied on the clusters whose labels match one of its terms. If there are none, KubeFleet does not report it. Source:
 * `pkg/utils/overrider/overrider.go`, IsClusterMatched; an override without a matching rule is skipped.
 */
import { listAt, objectAt } from '../../fleet/json/json.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { OVERRIDE_KINDS, overrideOf, ruleMatches } from '../../selection/override.ts';
import type { LabelSelector } from '../../fleet/kubernetes/label-selector.ts';
import { listed } from '../../fleet/text/listed.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { labelSlip } from '../answers/label-slip.ts';
import { overrideTargets } from '../delivery/override-targets.ts';
import { picksOf } from '../delivery/picks.ts';
import { nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

interface Unmatched {
  readonly only: boolean;
  readonly meant?: string | undefined;
  /** The labels, in written form, that the terms require and no cluster has. */
  readonly asked?: readonly string[];
  /** The number of clusters. */
  readonly clusters?: number;
  /** The clusters that it matches and the placements that pick none of them, if there are any. */
  readonly elsewhere?: { readonly clusters: readonly string[]; readonly placements: readonly string[] };
}

export const overrideMatchesNoCluster = defineRule<Unmatched>({
  id: 'override-matches-no-cluster',
  summary: 'An override rule matches no member cluster',
  effect: 'misbehaves',
  otherwise: { advice: 'there is no similar label, or the rule matches clusters that no placement picks today' },
  kinds: OVERRIDE_KINDS,
  needs: 'members',
  why: 'The terms of a `clusterSelector` are compared with the labels of the MemberClusters and must match exactly. A rule that matches none of them is accepted and applied nowhere: the placement is green, and the clusters get the objects unchanged. If there is no similar label, the rule may be for clusters that join later, and the finding is advice. So is a rule that matches only clusters that no placement of the overridden objects picks today. Clusters without a status, in manifests or in a file, may get further labels from their hub. For these, only a label is checked that some of them have with another value.',
  remedy: 'Write the labels as the member clusters have them (`kubectl get memberclusters --show-labels`).',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ only, elsewhere, asked = [], clusters = 0 }) =>
    elsewhere === undefined
      ? `None of the ${clusters} member cluster${clusters === 1 ? '' : 's'} ${asked.length === 0 ? 'matches this rule' : `has ${listed(asked, 3)}`}, so this rule is applied nowhere${only ? ' and the override does nothing' : ''}.`
      : `This rule matches ${listed(elsewhere.clusters, 3)}, where ${listed(elsewhere.placements, 3)} does not go, so it changes nothing today.`,
  remedyFor: ({ meant }) => (meant === undefined ? undefined : `Did you mean ${meant}?`),
  *check(manifest, world) {
    const clusters = knownClusters(world) ?? [];
    const rules = overrideOf(manifest.object, manifest.namespace)?.rules ?? [];
    const isAssumed = world.assumed.size > 0;
    if (clusters.length === 0) return;
    for (const [index, rule] of rules.entries()) {
      const at = `/spec/policy/overrideRules/${index}/clusterSelector`;
      // A rule without a selector is reported by `override-without-clusters`; a selector that cannot be parsed is refused by the hub.
      if (rule.terms === undefined || rule.terms.some((term) => term === undefined || term.invalid !== undefined)) continue;
      if (!isResolved(manifest, at)) continue;
      const matched = clusters.filter((cluster) => ruleMatches(rule, cluster));
      const only = rules.length === 1;
      if (isAssumed && (matched.length > 0 || !rule.terms.every((term) => hasKeys(term, clusters)))) continue;
      if (matched.length > 0) {
        const elsewhere = missedBy(matched, manifest, world);
        if (elsewhere !== undefined) yield { at, part: 'key', data: { only, elsewhere }, effect: 'advice' };
        continue;
      }
      const written = listAt(manifest.object, 'spec', 'policy', 'overrideRules', index, 'clusterSelector', 'clusterSelectorTerms');
      const meant = written.map((term) => labelSlip(objectAt(term, 'labelSelector'), clusters)).find((slip) => slip !== undefined);
      const effect = meant === undefined ? ({ effect: 'advice' } as const) : {};
      const asked = [...new Set(rule.terms.flatMap((term) => lackingIn(term, clusters)))];
      yield { at, part: 'key', data: { only, meant, asked, clusters: clusters.length }, ...effect };
    }
  },
});

/** The clusters and the placements, if every placement that brings the overridden objects is known to go only to other clusters. */
function missedBy(matched: readonly MemberCluster[], manifest: Manifest, world: World): Unmatched['elsewhere'] {
  const placements = [...new Set(overrideTargets(manifest, world).map(({ placement }) => placement))];
  const isMissed = placements.every((placement) => {
    const picked = picksOf(placement, world)?.picked;
    return picked !== undefined && picked.length > 0 && !picked.some(({ name }) => matched.some((cluster) => cluster.name === name));
  });
  if (placements.length === 0 || !isMissed) return undefined;
  return { clusters: matched.map(({ name }) => name), placements: placements.map(nameOf) };
}

/** Whether each label of a term is one that some cluster has, with any value. */
function hasKeys(term: LabelSelector | undefined, clusters: readonly MemberCluster[]): boolean {
  return (term?.requirements ?? []).every(({ key }) => clusters.some(({ labels }) => labels[key] !== undefined));
}

/** Labels that a term requires and no cluster has; empty if each one exists, but not together on one cluster. */
function lackingIn(term: LabelSelector | undefined, clusters: readonly MemberCluster[]): readonly string[] {
  return (term?.requirements ?? []).flatMap(({ key, operator, values }) => {
    const held = new Set(clusters.flatMap(({ labels }) => labels[key] ?? []));
    if (operator === 'Exists') return held.size === 0 ? [`label ${key}`] : [];
    if (operator !== 'In' || values.some((value) => held.has(value))) return [];
    return [held.size === 0 || values.length === 0 ? `label ${key}` : `label ${key}=${values.join(' or ')}`];
  });
}
