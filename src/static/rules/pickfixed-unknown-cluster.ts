/**
 * PickFixed names clusters. A name without a MemberCluster is never found. Source: `pkg/scheduler/framework/frameworkutils.go`
 * (crossReferenceClustersWithTargetNames): Scheduled False, `ScheduleFailed`, `Specified cluster "x" is not found`; the other clusters are
 * served.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import type { World } from '../world/world.ts';

export const pickfixedUnknownCluster = defineRule<{
  readonly cluster: string;
  readonly meant: string | undefined;
  readonly isDeclared: boolean;
}>({
  id: 'pickfixed-unknown-cluster',
  summary: 'PickFixed names a cluster that is not in the fleet',
  effect: 'fails',
  otherwise: { misbehaves: 'the manifests declare the cluster, which has not joined yet' },
  kinds: PLACEMENT_KINDS,
  needs: 'members',
  why: 'PickFixed selects clusters by the exact name of their MemberCluster. A name that is not in the fleet makes `Scheduled` False with reason `ScheduleFailed`; the other clusters of the list get the content, so the placement looks partly right.',
  remedy: 'Use the name of a MemberCluster, or join the cluster before the deploy.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ cluster, isDeclared }) =>
    isDeclared ? `${cluster} is declared here and has not joined the fleet yet.` : `There is no member cluster ${JSON.stringify(cluster)}.`,
  remedyFor: ({ meant, isDeclared }) => (meant === undefined || isDeclared ? undefined : `Did you mean ${meant}?`),
  *check(manifest, world) {
    if (stringAt(manifest.object, 'spec', 'policy', 'placementType') !== 'PickFixed' || !isResolved(manifest, '/spec/policy/placementType'))
      return;
    const { names, declared } = namesIn(world);
    for (const [index, cluster] of listAt(manifest.object, 'spec', 'policy', 'clusterNames').entries()) {
      if (typeof cluster !== 'string' || names.has(cluster)) continue;
      const isDeclared = declared.has(cluster);
      const data = { cluster, meant: nearest(cluster, names), isDeclared };
      const at = `/spec/policy/clusterNames/${index}`;
      yield { at, data, givesWayTo: { 'refused-content': at, schema: at }, ...(isDeclared ? { effect: 'misbehaves' } : {}) };
    }
  },
});

const namesIn = oncePer((world: World) => ({
  names: new Set((world.members ?? []).map(({ metadata }) => metadata.name)),
  declared: new Set(world.ofKind('MemberCluster').map(({ object }) => object.metadata.name)),
}));
