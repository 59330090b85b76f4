import { withoutGoPrint } from '../../../fleet/kubernetes/go-print.ts';
import { oncePer } from '../../../fleet/memo/once-per.ts';
import type { PlannedPlacement } from '../../../report.ts';
import { counted } from '../words/words.ts';

/** `4 of 5 clusters`, `3 clusters` */
export function pickedCount(placement: PlannedPlacement): string {
  const { picked, wanted } = placement;
  return wanted === undefined ? counted(picked.length, 'cluster') : `${picked.length} of ${counted(wanted, 'cluster')}`;
}

/**
 * `11 of 12 (not aks-lab: taint maintenance)`: the number, and the clusters that are not picked if one short reason explains them. @param
 * clusters number of clusters of the whole fleet
 */
export function picksText(placement: PlannedPlacement, clusters: number): string {
  const count =
    placement.wanted === undefined ? `${placement.picked.length} of ${clusters}` : pickedCount(placement).replace(/ clusters?$/, '');
  const excepted = exceptedClusters(placement);
  return excepted === undefined ? count : `${count} (not ${excepted.clusters.join(', ')}: ${excepted.why})`;
}

/** The clusters that are not picked, if they are few and share one reason; else nothing. */
export function exceptedClusters(placement: PlannedPlacement): Unpicked | undefined {
  const [first, ...others] = unpickedByReason(placement);
  return first === undefined || others.length > 0 || first.clusters.length > FEW ? undefined : first;
}

const FEW = 3;

interface Unpicked {
  readonly why: string;
  readonly clusters: readonly string[];
}

/**
 * Clusters with the same answer share a line: `taint not tolerated` → its clusters. Scores are shown if all are equal. Kept, because
 * several lines need it.
 */
export const unpickedByReason = oncePer(({ unpicked }: PlannedPlacement): readonly Unpicked[] => {
  const answers = unpicked.map(({ cluster, plugin, reason }) => ({ cluster, why: answerText(cluster, plugin, reason) }));
  const groups = Map.groupBy(answers, ({ why }) => why.replace(SCORES, ''));
  return [...groups].map(([common, entries]) => {
    const [first, ...others] = new Set(entries.map(({ why }) => why));
    return { why: first !== undefined && others.length === 0 ? first : common, clusters: entries.map(({ cluster }) => cluster) };
  });
});

/**
 * The answer of the scheduler without the cluster: `does not score high enough`. The names of plugins are left out, because few people know
 * them.
 */
export function answerText(cluster: string, plugin: string, reason: string): string {
  return withoutGoPrint(reason).replace(`Cluster "${cluster}" `, '').replace(` "${cluster}"`, '') || plugin;
}

/** The part of an answer that is about the cluster only. */
const SCORES = / \(affinity score: [^()]*\)$/;
