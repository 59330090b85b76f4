import { labelsOf, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { atLeast, atMost } from '../../share.ts';
import type { GateContext } from './context.ts';

/** The requirements on a target's clusters, in addition to being good. */
export interface ClusterDemand {
  /** The clusters on which it must be good; `undefined` if they depend on MemberClusters that cannot be read. */
  readonly required: readonly string[] | undefined;
  /** The number of clusters on which it must be good. */
  readonly least: number;
  /** The number of clusters that may fail. */
  readonly tolerated: number;
}

/**
 * The requirements on a target with these clusters.
 * @param asked the number of clusters in its policy, if any: a percentage refers to it, even if fewer were found
 */
export function clusterDemand({ options, members }: GateContext, clusters: readonly string[], asked = 0): ClusterDemand {
  const { minClusters, tolerateFailed } = options;
  return {
    required: requiredNames(options.requireClusters, members),
    least: minClusters === undefined ? 0 : atLeast(minClusters, Math.max(asked, clusters.length)),
    tolerated: tolerateFailed === undefined ? 0 : atMost(tolerateFailed, clusters.length),
  };
}

/** If a cluster is leaving, its labels do not make it required. */
function requiredNames(
  required: GateContext['options']['requireClusters'],
  members: GateContext['members'],
): readonly string[] | undefined {
  if (required === undefined) return [];
  if (required.kind === 'named') return required.names;
  if (members === undefined) return undefined;
  return [...members.values()]
    .filter(({ object, leaving }) => !leaving && matchesLabels(required.selector, labelsOf(object)))
    .map(({ name }) => name);
}
