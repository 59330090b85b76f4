/**
 * An override rule without a clusterSelector matches no cluster; a rule with an empty list of terms matches all. Source:
 * `pkg/utils/overrider/overrider.go`, IsClusterMatched (a nil selector matches nothing); the webhook accepts both.
 */
import { OVERRIDE_KINDS } from '../../selection/override.ts';
import { isObject, listAt } from '../../fleet/json/json.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const overrideWithoutClusters = defineRule<{ readonly only: boolean }>({
  id: 'override-without-clusters',
  summary: 'An override rule does not apply to any cluster',
  effect: 'misbehaves',
  kinds: OVERRIDE_KINDS,
  why: 'A rule is applied on the clusters that its `clusterSelector` matches. Without one it matches no cluster, and the hub does not report it: it accepts the override, the placement is green, and the clusters get the objects unchanged. `clusterSelectorTerms: []` matches every cluster.',
  remedy: 'Add `clusterSelector: {clusterSelectorTerms: []}` for every cluster, or terms with the labels of the intended clusters.',
  docs: 'https://kubefleet.dev/docs/how-tos/resource-override/',
  message: ({ only }) =>
    `This rule has no clusterSelector, so it is not applied on any cluster${only ? ' and the override does nothing' : ''}.`,
  *check(manifest) {
    const rules = listAt(manifest.object, 'spec', 'policy', 'overrideRules');
    for (const [index, rule] of rules.entries()) {
      const at = `/spec/policy/overrideRules/${index}`;
      if (!isObject(rule) || !isResolved(manifest, at) || (rule['clusterSelector'] ?? undefined) !== undefined) continue;
      yield { at, data: { only: rules.length === 1 }, givesWayTo: { schema: at } };
    }
  },
});
