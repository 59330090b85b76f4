import { byCodeUnit } from '../fleet/text/by-code-unit.ts';
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { NO_SCORE, type Cycle, type Score } from './framework.ts';
import { PROFILE } from './profile.ts';

export interface ScoredCluster {
  readonly cluster: MemberCluster;
  readonly score: Score;
}

/** A cluster that cannot be picked, with the first plugin that refused it. */
export interface FilteredCluster {
  readonly cluster: string;
  readonly plugin: string;
  readonly reason: string;
}

/** Both lists are sorted by name. */
export interface Filtering {
  readonly candidates: readonly MemberCluster[];
  readonly filtered: readonly FilteredCluster[];
}

/** The Filter stage. @throws {CycleError} */
export function runFilters(cycle: Cycle): Filtering {
  const filters = PROFILE.filter.flatMap(({ name, filter }) => {
    const judge = filter?.(cycle);
    return judge === undefined ? [] : [{ name, judge }];
  });
  const candidates: MemberCluster[] = [];
  const filtered: FilteredCluster[] = [];
  nextCluster: for (const cluster of cycle.fleet.clusters) {
    for (const { name, judge } of filters) {
      const verdict = judge(cluster);
      if (verdict.kind === 'passed') continue;
      if (verdict.kind === 'filtered') filtered.push({ cluster: cluster.name, plugin: name, reason: verdict.reason });
      continue nextCluster;
    }
    candidates.push(cluster);
  }
  return { candidates, filtered };
}

/** The Score stage: candidates, best first. If scores are equal, the name that sorts last wins. @throws {CycleError} */
export function runScores(cycle: Cycle, candidates: readonly MemberCluster[]): readonly ScoredCluster[] {
  const scorers = PROFILE.score.flatMap(({ score }) => score?.(cycle) ?? []);
  const scored = candidates.map((cluster) => ({ cluster, score: scorers.reduce((sum, score) => add(sum, score(cluster)), NO_SCORE) }));
  return scored.sort((a, b) => compareScores(b.score, a.score) || byCodeUnit(b.cluster.name, a.cluster.name));
}

/** The number of the `wanted` clusters that one cycle may pick. */
export function batchSize(cycle: Cycle, wanted: number): number {
  const limits = PROFILE.postBatch.flatMap(({ batchLimit }) => batchLimit?.(cycle.policy) ?? []);
  return Math.min(wanted, ...limits);
}

export function compareScores(a: Score, b: Score): number {
  return a.spread - b.spread || a.affinity - b.affinity || a.obsolete - b.obsolete;
}

function add(sum: Score, more: Partial<Score>): Score {
  return {
    affinity: sum.affinity + (more.affinity ?? 0),
    spread: sum.spread + (more.spread ?? 0),
    obsolete: sum.obsolete + (more.obsolete ?? 0),
  };
}
