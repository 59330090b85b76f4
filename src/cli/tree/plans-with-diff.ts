import type { PlannedDiffs, PlanReport } from '../../report.ts';
import { counted } from '../../report/facts/words/words.ts';
import { clusterChanges } from '../../schedule/change/cluster-changes.ts';
import type { PlanInput } from '../../schedule/plan-context.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { redactionMarks } from './redaction-marks.ts';
import type { StaticInput } from './static-input.ts';
import type { AskedDiff } from './asked-diff.ts';
import { DIFF_LIMITS, DiffBudget } from './diff-budget.ts';
import { reportedDiffs } from './reported-diffs.ts';
import { markedForYaml, type TreesOfReport } from './without-tree-secrets.ts';

/** The plan of one part of a tree, and its input. */
export interface PartPlan {
  readonly part: StaticInput['part'];
  readonly planned: PlanInput;
  readonly plan: PlanReport;
}

/** The plans of all parts with the changes on the clusters, and the size of the changes. @param trees those of each part */
export function plansWithDiff(
  plans: readonly PartPlan[],
  { cluster }: AskedDiff,
  trees: readonly TreesOfReport[],
): { readonly plans: readonly PartPlan[]; readonly diff: PlannedDiffs } {
  const [marked, budget] = [markedForYaml(trees, redactionMarks()), new DiffBudget(DIFF_LIMITS)];
  const compared = plans.map(({ part, planned, plan }) => {
    const { placements, deleted } = clusterChanges(planned, plan, cluster);
    const telling = { scope: part?.name ?? '', marked, budget };
    const goners = plan.deleted?.map((each, index) => ({ ...each, ...withReportedDiffs(deleted[index], telling) }));
    return {
      part,
      planned,
      plan: {
        ...plan,
        placements: plan.placements.map((each, index) => ({ ...each, ...withReportedDiffs(placements[index], telling) })),
        ...(goners === undefined ? {} : { deleted: goners }),
      },
    };
  });
  const notVerified = [
    ...unread(trees[0]?.read, 'of the tree', 'removals may not happen'),
    ...unread(trees[0]?.base, 'of the base', 'additions may already be there'),
  ];
  return {
    plans: compared,
    diff: { ...(cluster === undefined ? {} : { cluster }), ...budget.numbers(), ...(notVerified.length === 0 ? {} : { notVerified }) },
  };
}

function withReportedDiffs(
  changes: ReturnType<typeof clusterChanges>['placements'][number] | undefined,
  telling: Parameters<typeof reportedDiffs>[1],
): ReturnType<typeof reportedDiffs> {
  return changes === undefined ? {} : reportedDiffs(changes, telling);
}

/** A file that was not read may contain any object. Each part of a tree has the files of all. */
function unread(tree: ReadResult | undefined, of: string, so: string): readonly string[] {
  const { notEvaluated = [], problems = [] } = tree ?? {};
  const files = new Set([
    ...notEvaluated.filter(({ missing }) => missing === undefined).map(({ file }) => file),
    ...problems.filter(({ rule }) => rule === 'yaml-syntax').map(({ file }) => file),
  ]);
  return files.size === 0 ? [] : [`${counted(files.size, 'file')} ${of} could not be evaluated completely, so ${so}, and more may change.`];
}
