/**
 * A rule is applied on the clusters whose labels one of its terms matches; where there is none, nothing says so.
 * Source: `pkg/utils/overrider/overrider.go`, IsClusterMatched; an override of which no rule matches is passed over.
 */
import { listAt, objectAt, stringAt } from '../../fleet/json.ts';
import type { MemberCluster } from '../../fleet/member-cluster.ts';
import { overrideOf, ruleMatches } from '../../selection/override.ts';
import { knownClusters } from '../known-clusters.ts';
import { mistyped } from '../mistyped.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';

interface Unmatched {
  readonly only: boolean;
  readonly meant: string | undefined;
}

export const overrideMatchesNoCluster = defineRule<Unmatched>({
  id: 'override-matches-no-cluster',
  summary: 'An override rule matches no member cluster',
  effect: 'misbehaves',
  otherwise: { advice: 'no label is nearly the same, as the rule may be for clusters that are to come' },
  kinds: ['ResourceOverride', 'ClusterResourceOverride'],
  needs: 'members',
  why: 'The terms of a `clusterSelector` are compared with the labels of the MemberClusters, word for word. A rule that matches none of them is accepted and applied nowhere: the placement is green, and the clusters get the objects unchanged. Where no label is nearly the same, the rule may be for clusters that are to come, and it is advice. Clusters that are known from manifests alone are left out: a hub adds labels of its own.',
  remedy: 'Write the labels as the member clusters carry them (`kubectl get memberclusters --show-labels`).',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ only }) => `No member cluster matches this rule, so it is applied on none${only ? ' and the override does nothing' : ''}.`,
  remedyFor: ({ meant }) => (meant === undefined ? undefined : `Did you mean ${meant}?`),
  *check(manifest, world) {
    const clusters = knownClusters(world) ?? [];
    const rules = overrideOf(manifest.object, manifest.namespace)?.rules ?? [];
    if (clusters.length === 0 || world.assumed.size > 0) return;
    for (const [index, rule] of rules.entries()) {
      const at = `/spec/policy/overrideRules/${index}/clusterSelector`;
      // Without a selector it is `override-without-clusters`', and with one that cannot be read the hub's to refuse.
      if (rule.terms === undefined || rule.terms.some((term) => term === undefined || term.invalid !== undefined)) continue;
      if (!isResolved(manifest, at) || clusters.some((cluster) => ruleMatches(rule, cluster))) continue;
      const written = listAt(manifest.object, 'spec', 'policy', 'overrideRules', index, 'clusterSelector', 'clusterSelectorTerms');
      const meant = written.map((term) => slipIn(term, clusters)).find((slip) => slip !== undefined);
      const effect = meant === undefined ? ({ effect: 'advice' } as const) : {};
      yield { at, part: 'key', data: { only: rules.length === 1, meant }, ...effect };
    }
  },
});

/** The label that was most likely meant by one that no cluster has. */
function slipIn(term: unknown, clusters: readonly MemberCluster[]): string | undefined {
  for (const [key, value] of wantedLabels(objectAt(term, 'labelSelector'))) {
    const values = new Set(clusters.flatMap(({ labels }) => labels[key] ?? []));
    if (values.has(value)) continue;
    const known = new Set(clusters.flatMap(({ labels }) => Object.keys(labels)));
    const nearKey = known.has(key) ? key : mistyped(key, known);
    const nearValue = values.size > 0 ? mistyped(value, values) : value;
    if (nearKey !== undefined && nearValue !== undefined) return `${nearKey}=${nearValue}`;
  }
  return undefined;
}

function wantedLabels(selector: unknown): readonly (readonly [key: string, value: string])[] {
  const plain = Object.entries(objectAt(selector, 'matchLabels') ?? {});
  const listed = listAt(selector, 'matchExpressions').flatMap((expression) =>
    stringAt(expression, 'operator') === 'In'
      ? listAt(expression, 'values').map((value) => [stringAt(expression, 'key') ?? '', value] as const)
      : [],
  );
  return [...plain, ...listed].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : []));
}
