import { withoutGoPrint } from '../../fleet/go-print.ts';
import type { PlannedPlacement } from '../../report.ts';
import { counted } from './words.ts';

/** `4 of 5 clusters`, `3 clusters` */
export function pickedCount(placement: PlannedPlacement): string {
  const { picked, wanted } = placement;
  return wanted === undefined ? counted(picked.length, 'cluster') : `${picked.length} of ${counted(wanted, 'cluster')}`;
}

/** Clusters with the same answer share a line: `TaintToleration: taint not tolerated` → its clusters. Scores are said where they are all alike. */
export function unpickedByReason(placement: PlannedPlacement): readonly { readonly why: string; readonly clusters: readonly string[] }[] {
  const answers = placement.unpicked.map(({ cluster, plugin, reason }) => {
    const why = withoutGoPrint(reason).replace(`Cluster "${cluster}" `, '').replace(` "${cluster}"`, '');
    return { cluster, why: plugin === '' ? why : `${plugin}: ${why}` };
  });
  const groups = Map.groupBy(answers, ({ why }) => why.replace(SCORES, ''));
  return [...groups].map(([common, entries]) => {
    const [first, ...others] = new Set(entries.map(({ why }) => why));
    return { why: first !== undefined && others.length === 0 ? first : common, clusters: entries.map(({ cluster }) => cluster) };
  });
}

/** What an answer says of the cluster alone. */
const SCORES = / \(affinity score: [^()]*\)$/;
