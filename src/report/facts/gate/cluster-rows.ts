import { counted } from '../words/words.ts';
import type { GatedCluster, GatedPlacement, Verdict } from '../../../report.ts';
import { byVerdict } from './gated.ts';
import { clusterStatusText } from './cluster-status-text.ts';

/** The clusters of one group. `named` are the clusters that have not passed and are shown by name, worst first. */
export interface GroupRow {
  readonly name: string;
  readonly clusters: readonly GatedCluster[];
  readonly passed: number;
  /** The worst of its clusters. */
  readonly verdict: Verdict;
  readonly named: readonly GatedCluster[];
}

/** How clusters of a placement are shown: one by one if they are few, otherwise by group, or by status if they have no groups. */
export type ClusterRows =
  | { readonly kind: 'each'; readonly clusters: readonly GatedCluster[] }
  | { readonly kind: 'groups'; readonly by: string; readonly groups: readonly GroupRow[]; readonly more: string }
  | {
      readonly kind: 'statuses';
      readonly statuses: readonly StatusCount[];
      readonly named: readonly GatedCluster[];
      readonly more: string;
    };

/** The number of clusters with the same status: `994 available`. */
export interface StatusCount {
  readonly verdict: Verdict;
  readonly count: number;
  readonly text: string;
}

/** The most clusters that are listed one by one. A longer list is hard to read. */
export const FEW_CLUSTERS = 6;
const MOST_GROUPS = 20;
/** The most statuses in a line. */
const MOST_STATUSES = 4;
/** The most clusters that are named; the JSON report names all. */
const MOST_NAMED = 20;

/** @param most the most clusters to name if there are too many to list */
export function clusterRows(
  { groupedBy }: Pick<GatedPlacement, 'groupedBy'>,
  clusters: readonly GatedCluster[],
  most: number = MOST_NAMED,
): ClusterRows {
  const sorted = byVerdict(clusters);
  if (sorted.length <= FEW_CLUSTERS) return { kind: 'each', clusters: sorted };
  const open = sorted.filter(({ verdict }) => verdict !== 'passed');
  const named = open.slice(0, Math.min(most, MOST_NAMED));
  const groups = groupedBy === undefined ? [] : groupRows(sorted, groupedBy, new Set(named));
  if (groupedBy === undefined || groups.length < 2)
    return { kind: 'statuses', statuses: statusCounts(sorted).slice(0, MOST_GROUPS), named, more: moreText(open.slice(named.length)) };
  const shown = groups.slice(0, MOST_GROUPS);
  const hidden = groups.slice(shown.length);
  const left = hidden.flatMap((group) => group.clusters);
  const listedClusters = new Set(shown.flatMap((group) => group.named));
  const unlisted = open.filter((cluster) => !listedClusters.has(cluster));
  const rest = [
    moreText(unlisted),
    ...(hidden.length === 0 ? [] : [`${counted(hidden.length, 'more group')} with ${counted(left.length, 'cluster')}`]),
  ].filter((text) => text !== '');
  return { kind: 'groups', by: groupedBy, groups: shown, more: rest.join('; ') };
}

/** `12/12` */
export function groupCount({ passed, clusters }: Pick<GroupRow, 'passed' | 'clusters'>): string {
  return `${passed}/${clusters.length}`;
}

/** The groups, worst verdict first; groups with the same verdict keep the order of their clusters. @param sorted clusters, worst first */
export function groupRows(sorted: readonly GatedCluster[], by: string, named: ReadonlySet<GatedCluster> = new Set()): readonly GroupRow[] {
  const groups = [...Map.groupBy(sorted, ({ group }) => group)].map(([name, clusters]): GroupRow => ({
    name: name ?? `no ${by}`,
    clusters,
    passed: clusters.filter(({ verdict }) => verdict === 'passed').length,
    verdict: clusters[0]?.verdict ?? 'unknown',
    named: clusters.filter((cluster) => named.has(cluster)),
  }));
  return byVerdict(groups);
}

/** In the order of the clusters: worst first. */
function statusCounts(sorted: readonly GatedCluster[]): readonly StatusCount[] {
  return [...Map.groupBy(sorted, clusterStatusText)].map(([text, list]) => ({
    verdict: list[0]?.verdict ?? 'unknown',
    count: list.length,
    text: `${list.length} ${text}`,
  }));
}

/** `7 more not passed: 4 could not apply, 2 waiting to start, 1 otherwise`; empty if there are none. The parts add up to the total. */
function moreText(clusters: readonly GatedCluster[]): string {
  if (clusters.length === 0) return '';
  const statuses = statusCounts(clusters);
  const others = statuses.slice(MOST_STATUSES).reduce((sum, { count }) => sum + count, 0);
  const parts = [...statuses.slice(0, MOST_STATUSES).map(({ text }) => text), ...(others === 0 ? [] : [`${others} otherwise`])];
  return `${clusters.length} more not passed: ${parts.join(', ')}`;
}
