import type { GatedCluster, GatedPlacement, GateReport, Verdict } from '../../../report.ts';
import { clusterBars, type ClusterBar, VERDICT_SIGNS } from './cluster-bar.ts';
import { type ClusterCourse, coursesOf } from './cluster-course.ts';
import { groupCount, type ClusterRows, type GroupRow } from './cluster-rows.ts';

/** A line about one cluster or one group. */
export interface ClusterLine {
  readonly verdict: Verdict;
  readonly text: string;
}

/** The clusters of a placement as lines: a bar for each cluster, or a bar for each group and for each of its named clusters. */
export function clusterLines(gated: GatedPlacement, rows: ClusterRows, gate: GateReport): readonly ClusterLine[] {
  if (rows.kind === 'each') return ownLines(gated, rows.clusters, gate);
  if (rows.kind === 'statuses') {
    const statuses = rows.statuses.map(({ verdict, text }) => ({ verdict, text: `${VERDICT_SIGNS[verdict]} ${text}` }));
    return [...statuses, ...ownLines(gated, rows.named, gate), ...moreLine(rows.more)];
  }
  const clusters = rows.groups.flatMap((group) => group.clusters);
  const courses = new Map(coursesOf(gated, clusters, gate).map((course) => [course.cluster, course]));
  const bars = rows.groups.flatMap((group) => groupBars(group, courses));
  return [{ verdict: 'passed', text: `by ${rows.by}` }, ...barLines(bars), ...moreLine(rows.more)];
}

/** The clusters that have their own line. */
export function namedClusters(rows: ClusterRows): readonly GatedCluster[] {
  if (rows.kind === 'each') return rows.clusters;
  return rows.kind === 'statuses' ? rows.named : rows.groups.flatMap(({ named }) => named);
}

function ownLines(gated: GatedPlacement, clusters: readonly GatedCluster[], gate: GateReport): readonly ClusterLine[] {
  return barLines(coursesOf(gated, clusters, gate).map((course) => ({ name: course.cluster.name, course })));
}

/** Of the group's clusters with the worst verdict, the one that changed last gives the bar of the group. */
function groupBars(group: GroupRow, courses: ReadonlyMap<GatedCluster, ClusterCourse>): readonly ClusterBar[] {
  const worst = group.clusters.filter(({ verdict }) => verdict === group.verdict).flatMap((cluster) => courses.get(cluster) ?? []);
  const telling = worst.reduce(later);
  const own = group.named.flatMap((cluster) => courses.get(cluster) ?? []);
  return [
    { name: group.name, course: telling, count: groupCount(group) },
    ...own.map((course) => ({ name: course.cluster.name, course, isOfGroup: true })),
  ];
}

function later(one: ClusterCourse, other: ClusterCourse): ClusterCourse {
  return (other.states.at(-1)?.from ?? 0) > (one.states.at(-1)?.from ?? 0) ? other : one;
}

function barLines(bars: readonly ClusterBar[]): readonly ClusterLine[] {
  return clusterBars(bars).flatMap((lines, index) => {
    const verdict = bars[index]?.course.cluster.verdict ?? 'unknown';
    return lines.map((text) => ({ verdict, text }));
  });
}

function moreLine(more: string): readonly ClusterLine[] {
  return more === '' ? [] : [{ verdict: 'waiting', text: `and ${more}` }];
}
