import type { GatedCluster, GatedPlacement, Verdict } from '../../../report.ts';
import { byVerdict } from './gated.ts';
import { clusterStatusText } from './cluster-status-text.ts';

/** Clusters of one group: how many there are, how many have passed, and those that have not and are named, worst first. */
export interface GroupRow {
  readonly name: string;
  readonly clusters: readonly GatedCluster[];
  readonly passed: number;
  /** The worst of its clusters. */
  readonly verdict: Verdict;
  readonly named: readonly GatedCluster[];
}

/** How the clusters of a placement are shown: each by itself where they are few, else by group, or by stand if nothing groups them. */
export type ClusterRows =
  | { readonly kind: 'each'; readonly clusters: readonly GatedCluster[] }
  | { readonly kind: 'groups'; readonly by: string; readonly groups: readonly GroupRow[]; readonly more: string }
  | { readonly kind: 'stands'; readonly stands: readonly StatusCount[]; readonly named: readonly GatedCluster[]; readonly more: string };

/** How many clusters stand alike: `994 available`. */
export interface StatusCount {
  readonly verdict: Verdict;
  readonly count: number;
  readonly text: string;
}

/** More of them are no list that a person reads. */
export const FEW_CLUSTERS = 6;
const MOST_GROUPS = 20;
/** Ways to stand that a line counts. */
const MOST_STATUSES = 4;
/** Clusters beyond that are named in the JSON report alone. */
const MOST_NAMED = 20;

/** @param most clusters that are named where they are grouped, and listed where they are few */
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
    return { kind: 'stands', stands: statusCounts(sorted).slice(0, MOST_GROUPS), named, more: moreText(open.slice(named.length)) };
  const shown = groups.slice(0, MOST_GROUPS);
  const hidden = groups.slice(shown.length);
  const left = hidden.flatMap((group) => group.clusters);
  const told = new Set(shown.flatMap((group) => group.named));
  const untold = open.filter((cluster) => !told.has(cluster));
  const rest = [moreText(untold), ...(hidden.length === 0 ? [] : [`${hidden.length} more groups with ${left.length} clusters`])].filter(
    (text) => text !== '',
  );
  return { kind: 'groups', by: groupedBy, groups: shown, more: rest.join('; ') };
}

/** `12/12` */
export function groupCount({ passed, clusters }: Pick<GroupRow, 'passed' | 'clusters'>): string {
  return `${passed}/${clusters.length}`;
}

/** Groups with something wrong first, each lot in the order of its clusters, which is that of the stages of a run. @param sorted worst first */
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

/** Worst first, as the clusters are. */
function statusCounts(sorted: readonly GatedCluster[]): readonly StatusCount[] {
  return [...Map.groupBy(sorted, clusterStatusText)].map(([text, list]) => ({
    verdict: list[0]?.verdict ?? 'unknown',
    count: list.length,
    text: `${list.length} ${text}`,
  }));
}

/** `7 more not passed: 4 could not apply, 2 waiting to start, 1 otherwise`: the numbers of the parts are that of the whole. */
function moreText(clusters: readonly GatedCluster[]): string {
  if (clusters.length === 0) return '';
  const stands = statusCounts(clusters);
  const others = stands.slice(MOST_STATUSES).reduce((sum, { count }) => sum + count, 0);
  const parts = [...stands.slice(0, MOST_STATUSES).map(({ text }) => text), ...(others === 0 ? [] : [`${others} otherwise`])];
  return `${clusters.length} more not passed: ${parts.join(', ')}`;
}
