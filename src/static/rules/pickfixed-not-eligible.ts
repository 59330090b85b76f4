/**
 * A cluster that PickFixed names must be joined, not leaving, with a heartbeat in the last five minutes, and healthy. Labels and taints are
 * ignored. Source: `pkg/scheduler/framework/frameworkutils.go` (crossReferenceClustersWithTargetNames) and
 * `clustereligibilitychecker/checker.go`: Scheduled False, `Cluster "x" is not eligible for resource placement yet: …`; the other clusters
 * are served.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { ineligibility } from '../../schedule/ineligibility.ts';
import { knownCluster } from '../world/known-clusters.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface NotEligible {
  readonly cluster: string;
  readonly cause: string;
  /** No other cluster is named. */
  readonly isOnly: boolean;
}

export const pickfixedNotEligible = defineRule<NotEligible>({
  id: 'pickfixed-not-eligible',
  summary: 'PickFixed names a cluster that is not eligible',
  effect: 'fails',
  otherwise: { misbehaves: 'the cluster has never reported: it may still be joining the fleet' },
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'PickFixed selects a named cluster only if it is a joined and healthy member whose agent has reported within the last five minutes. Otherwise `Scheduled` is False with reason `SchedulingPolicyUnfulfilled` until the cluster is back. The other clusters of the list get the content, so the placement looks partly right.',
  remedy: 'Repair the cluster (check its member agent), or remove it from the list for now.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ cluster, cause }) => `Nothing can be placed on ${cluster}: ${cause}.`,
  // Without a name, nothing would be placed.
  remedyFor: ({ isOnly }) => (isOnly ? 'Repair the cluster (check its member agent), or name another one.' : undefined),
  *check(manifest, world) {
    if (stringAt(manifest.object, 'spec', 'policy', 'placementType') !== 'PickFixed' || !isResolved(manifest, '/spec/policy/placementType'))
      return;
    const names = listAt(manifest.object, 'spec', 'policy', 'clusterNames');
    for (const [index, name] of names.entries()) {
      const cluster = knownCluster(String(name), world);
      const cause = cluster === undefined ? undefined : ineligibility(cluster, world.now.getTime());
      if (cluster === undefined || cause === undefined) continue;
      // A cluster that never reported may still be joining the fleet.
      const effect = cluster.agent === undefined && !cluster.leaving ? ({ effect: 'misbehaves' } as const) : {};
      yield { at: `/spec/policy/clusterNames/${index}`, data: { cluster: cluster.name, cause, isOnly: names.length === 1 }, ...effect };
    }
  },
});
