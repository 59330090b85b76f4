import { objectKey } from '../../fleet/kubernetes/object.ts';
import type { PlannedDiff, PlannedPlacement } from '../../report.ts';
import type { ObjectChange, PlacementChanges } from '../../schedule/change/collected-changes.ts';
import type { DiffBudget } from './diff-budget.ts';
import { dump } from 'js-yaml';
import { aligned } from '../../schedule/change/aligned.ts';
import { diffLinesOf } from '../output/unified-diff.ts';

/** The object with marks for confidential values. */
type Marked = (object: unknown) => unknown;

/** The object changes of a placement for a report. Clusters with the same lines are one group. */
export function reportedDiffs(
  { changes, open }: PlacementChanges,
  { scope, marked, budget }: { readonly scope: string; readonly marked: Marked; readonly budget: DiffBudget },
): Pick<PlannedPlacement, 'diff' | 'diffNotVerified'> {
  const diff = [...Map.groupBy(changes, ({ resource }) => objectKey(resource))].flatMap(([key, group]) => {
    for (const { clusters } of group) budget.counts(`${scope} ${key}`, clusters);
    return grouped(group, marked, budget).flatMap((entry) => budget.cut(entry) ?? []);
  });
  return { ...(diff.length === 0 ? {} : { diff }), ...(open.length === 0 ? {} : { diffNotVerified: open }) };
}

/** Groups the changes of one object, the group with the most clusters first. */
function grouped(changes: readonly ObjectChange[], marked: Marked, budget: DiffBudget): readonly PlannedDiff[] {
  const groups = new Map<string, PlannedDiff & { readonly clusters: string[] }>();
  for (const change of changes) {
    if (!budget.mayMake()) {
      budget.leaveOut();
      continue;
    }
    const { resource, clusters, movedFrom } = change;
    const what = change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'changed';
    const lines = changeLines(change, marked);
    const key = JSON.stringify([what, movedFrom, lines]);
    const known = groups.get(key);
    if (known === undefined)
      groups.set(key, { resource, clusters: [...clusters], what, ...(movedFrom === undefined ? {} : { movedFrom }), lines });
    else known.clusters.push(...clusters);
  }
  return [...groups.values()]
    .map((entry) => ({ ...entry, clusters: entry.clusters.toSorted() }))
    .toSorted((a, b) => b.clusters.length - a.clusters.length || ((a.clusters[0] ?? '') < (b.clusters[0] ?? '') ? -1 : 1));
}

/**
 * The change of an object as lines of a unified diff of its YAML. Confidential values are compared first and then replaced on both sides;
 * equal values have equal marks.
 */
function changeLines({ before, after }: Pick<ObjectChange, 'before' | 'after'>, marked: Marked): readonly string[] {
  const sides = before === undefined || after === undefined ? { before, after } : aligned(before, after);
  return diffLinesOf(yamlOf(sides.before, marked), yamlOf(sides.after, marked));
}

function yamlOf(value: unknown, marked: Marked): string {
  return value === undefined ? '' : dump(marked(value), { lineWidth: -1, noRefs: true });
}
