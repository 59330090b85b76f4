import { labelsOf, matchesLabels } from '../../fleet/kubernetes/label-selector.ts';
import { atLeast, atMost } from '../../share.ts';
import type { GateContext } from './context.ts';

/** What a target's clusters are asked for, beside being good. */
export interface ClusterDemand {
  /** Clusters it must be good on; `undefined` where the MemberClusters that would tell cannot be read. */
  readonly required: readonly string[] | undefined;
  /** It must be good on so many. */
  readonly least: number;
  /** So many may fail. */
  readonly tolerated: number;
}

/**
 * The demand on a target with these clusters.
 * @param asked clusters its policy asks for, where that is a number: a percentage is of them, though fewer were found
 */
export function clusterDemand({ options, members }: GateContext, clusters: readonly string[], asked = 0): ClusterDemand {
  const { minClusters, tolerateFailed } = options;
  return {
    required: requiredNames(options.requireClusters, members),
    least: minClusters === undefined ? 0 : atLeast(minClusters, Math.max(asked, clusters.length)),
    tolerated: tolerateFailed === undefined ? 0 : atMost(tolerateFailed, clusters.length),
  };
}

/** A cluster that is about to leave is not required for its labels. */
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
