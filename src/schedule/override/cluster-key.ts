import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { dependsOn, hasVariables } from './cluster-variables.ts';
import { ruleMatches, type Override } from '../../selection/override.ts';

/** Returns a key for a cluster. For clusters with equal keys the same rules of these overrides apply, with the same values. */
export function clusterKeyFor(overrides: readonly Override[]): (cluster: MemberCluster) => string {
  const rules = overrides.flatMap((override) =>
    override.rules.map((rule) => ({ rule, variables: rule.operations.map(({ value }) => value).filter(hasVariables) })),
  );
  return (cluster) =>
    rules
      .map(({ rule, variables }) =>
        ruleMatches(rule, cluster) ? `+${variables.map((value) => dependsOn(value, cluster)).join('\0')}` : '-',
      )
      .join('\u0001');
}
