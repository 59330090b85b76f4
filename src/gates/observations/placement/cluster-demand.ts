import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { shareText } from '../../../share.ts';
import { clusterDemand } from '../../rollout/cluster-demand.ts';
import type { GateContext } from '../../rollout/context.ts';
import type { Observation } from '../observation.ts';

interface DemandedTarget {
  readonly scope: 'placement' | 'run';
  readonly ref: ObjectRef;
  /** The clusters of the target. */
  readonly clusters: readonly string[];
  /** The number of clusters in its policy. */
  readonly asked?: number | undefined;
}

/** Required clusters that are not among the target's, and a target with fewer clusters than the required number. */
export function demandObservations(context: GateContext, target: DemandedTarget): readonly Observation[] {
  const { scope, ref, clusters } = target;
  const { minClusters } = context.options;
  const { required, least } = clusterDemand(context, clusters, target.asked);
  const base = { scope, step: 'Scheduled', target: ref, object: ref } as const;
  const has = `${displayName(ref)} has ${clusters.length === 0 ? 'no cluster' : clusters.join(', ')}`;
  const missing = missingClusters(context, required, clusters).map(({ cluster, why }): Observation => ({
    ...base,
    fact: 'required-cluster-absent',
    evidence: [why, has],
    ...(cluster === undefined ? {} : { cluster }),
    ...(required === undefined ? { words: { unread: 'true' } } : {}),
  }));
  if (minClusters === undefined || clusters.length >= least) return missing;
  const words = { least: String(least), found: String(clusters.length) };
  return [...missing, { ...base, fact: 'clusters-below-minimum', evidence: [`asked for ${shareText(minClusters)}`, has], words }];
}

interface MissingCluster {
  readonly cluster?: string;
  readonly why: string;
}

function missingClusters(
  { options, members }: GateContext,
  required: readonly string[] | undefined,
  clusters: readonly string[],
): readonly MissingCluster[] {
  const labels = options.requireClusters?.kind === 'labelled' ? options.requireClusters.text : '';
  if (required === undefined) return [{ why: `which clusters have the labels ${labels} is not known: MemberClusters could not be read` }];
  if (labels !== '' && required.length === 0) return [{ why: `no MemberCluster has the labels ${labels}` }];
  return required
    .filter((cluster) => !clusters.includes(cluster))
    .map((cluster) => {
      const isUnknown = members !== undefined && !members.has(cluster);
      return { cluster, why: isUnknown ? `the fleet has no MemberCluster ${cluster}` : `${cluster} is not picked` };
    });
}
