import { field, listAt, numberAt } from '../fleet/json.ts';
import { excludeEachOther } from './label-selector.ts';
import type { Manifest } from './manifest.ts';
import { placementType, policyOf } from './placements.ts';

/**
 * Whether two placements can have a cluster in common, as far as their policies alone show: not when PickFixed lists share no name, one asks
 * for no cluster, or their required labels exclude each other.
 */
export function canShareCluster(a: Manifest, b: Manifest): boolean {
  if (picksNone(a) || picksNone(b)) return false;
  const [fixedA, fixedB] = [fixedClusters(a), fixedClusters(b)];
  if (fixedA !== undefined && fixedB !== undefined) return fixedA.some((name) => fixedB.includes(name));
  const [termsA, termsB] = [requiredTerms(a), requiredTerms(b)];
  return termsA.some((one) => termsB.some((other) => !excludeEachOther(field(one, 'labelSelector'), field(other, 'labelSelector'))));
}

/** The clusters a PickFixed policy names; `undefined` for other policies. */
export function fixedClusters(placement: Manifest): readonly string[] | undefined {
  if (placementType(placement) !== 'PickFixed') return undefined;
  return listAt(policyOf(placement), 'clusterNames').filter((name) => typeof name === 'string');
}

/** `requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms` as written. */
export function affinityTerms(placement: Manifest): readonly unknown[] {
  return listAt(
    policyOf(placement),
    'affinity',
    'clusterAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'clusterSelectorTerms',
  );
}

function picksNone(placement: Manifest): boolean {
  return placementType(placement) === 'PickN' && numberAt(policyOf(placement), 'numberOfClusters') === 0;
}

/** The terms one of which a cluster must satisfy; without any, one that everything satisfies. */
function requiredTerms(placement: Manifest): readonly unknown[] {
  const terms = placementType(placement) === 'PickFixed' ? [] : affinityTerms(placement);
  return terms.length === 0 ? [{}] : terms;
}
