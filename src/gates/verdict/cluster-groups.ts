import { stringAt } from '../../fleet/json/json.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import type { GatedCluster } from '../../report.ts';
import type { PlacementContext } from '../rollout/context.ts';
import { viewRun } from '../view/run.ts';
import { runsOf } from '../view/runs-of.ts';

/** The criterion by which a placement's clusters are grouped, and the group of each cluster. */
export interface ClusterGroups {
  readonly by: string | undefined;
  readonly of: (cluster: GatedCluster) => GatedCluster;
}

/** The groups are the stages of an update run. */
export const BY_STAGE = 'stage';

/**
 * The groups that a person uses: the stages of the newest run that updates the placement, otherwise regions, otherwise the values of a
 * label that its policy names. They come only from objects that the gate reads anyway. Groups are never derived from cluster names.
 */
export function clusterGroups(context: PlacementContext): ClusterGroups {
  const stages = stagesOf(context);
  if (stages !== undefined) return grouped(BY_STAGE, stages);
  for (const label of new Set([...REGIONS, ...policyLabels(context)])) {
    const groups = valuesOf(context, label);
    if (new Set(groups.values()).size > 1) return grouped(label, groups);
  }
  return { by: undefined, of: (cluster) => cluster };
}

/** Kubernetes' own label, and that of Azure Kubernetes Fleet Manager. */
const REGIONS = ['topology.kubernetes.io/region', 'fleet.azure.com/location'];

function grouped(by: string, groups: ReadonlyMap<string, string>): ClusterGroups {
  return {
    by,
    of: (cluster) => {
      const group = groups.get(cluster.name);
      return group === undefined ? cluster : { ...cluster, group };
    },
  };
}

/** If only runs move clusters, the clusters are in the stages of the newest run. */
function stagesOf({ hub, view }: PlacementContext): ReadonlyMap<string, string> | undefined {
  if (!view.external) return undefined;
  const runs = (runsOf(hub, view.object) ?? []).toSorted((a, b) =>
    (a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? -1 : 1,
  );
  const newest = runs.at(-1);
  const stages = newest === undefined ? [] : viewRun(newest).stages.filter(({ removes }) => !removes);
  const clusters = stages.flatMap(({ name, clusters: own }) => own.map((cluster) => [cluster.name, name] as const));
  return clusters.length === 0 ? undefined : new Map(clusters);
}

/** The labels over which the policy spreads, and those by which it selects. */
function policyLabels({ view }: PlacementContext): readonly string[] {
  const { spread, required, preferred } = policyOf(view.object);
  const selected = [...required, ...preferred].flatMap(({ labels }) => (labels?.requirements ?? []).map(({ key }) => key));
  return [...spread.map(({ topologyKey }) => topologyKey), ...selected].filter((key) => key !== '');
}

function valuesOf({ clusters, members }: PlacementContext, label: string): ReadonlyMap<string, string> {
  return new Map(
    clusters.flatMap(({ cluster }) => {
      const value = stringAt(members?.get(cluster)?.object, 'metadata', 'labels', label);
      return value === undefined || value === '' ? [] : [[cluster, value] as const];
    }),
  );
}
