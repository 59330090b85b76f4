import type { Diagnosed } from '../diagnosis/diagnosed.ts';
import type { ClusterDemand } from '../rollout/cluster-demand.ts';

/** The diagnoses after failed clusters were forgiven, and these clusters. */
export interface Forgiveness {
  readonly found: readonly Diagnosed[];
  readonly forgiven: ReadonlySet<string>;
}

/**
 * Forgives failed clusters as far as the options allow. If there is one failed cluster too many, a failed required one, or too few good
 * ones, none is forgiven. Every failure is still reported.
 * @param clusters the clusters of the target whose failure may be forgiven
 * @param total the number of its clusters
 */
export function forgive(
  found: readonly Diagnosed[],
  { required = [], least, tolerated }: ClusterDemand,
  clusters: ReadonlySet<string>,
  total: number,
): Forgiveness {
  const failed = new Set(
    found.flatMap(({ outcome, diagnosis: { cluster } }) => (outcome === 'failed' && cluster !== undefined ? [cluster] : [])),
  );
  const isForgiven =
    failed.size > 0 &&
    failed.size <= tolerated &&
    total - failed.size >= Math.max(1, least) &&
    [...failed].every((cluster) => clusters.has(cluster) && !required.includes(cluster));
  if (!isForgiven) return { found, forgiven: new Set() };
  return { found: found.map((entry) => (failed.has(entry.diagnosis.cluster ?? '') ? forgivenEntry(entry) : entry)), forgiven: failed };
}

/** Names these clusters, to be put before another clause. */
export function forgivenText(forgiven: ReadonlySet<string>): string {
  return forgiven.size === 0 ? '' : `failed and tolerated: ${[...forgiven].join(', ')}; `;
}

/** A wait for a person and a stuck run remain; failures and suspects become information. */
function forgivenEntry(entry: Diagnosed): Diagnosed {
  const { diagnosis, outcome, age } = entry;
  if (outcome !== 'failed' && outcome !== 'suspect' && outcome !== 'waiting') return entry;
  const { countsAt: _countsAt, ...rest } = diagnosis;
  const title = outcome === 'failed' ? `Forgiven: ${diagnosis.title}` : diagnosis.title;
  return { diagnosis: { ...rest, title, outcome: 'info', forgiven: true }, outcome: 'info', age };
}
