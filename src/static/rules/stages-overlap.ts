/**
 * A cluster may be in only one stage of a run. Two stages with the same selector, or a stage that matches every cluster beside another
 * stage, share clusters. Source: `pkg/controllers/updaterun/initialization.go`, computeRunStageStatus (`appears in more than one stages`):
 * `Initialized` False.
 */
import { shown } from '../../fleet/text/shown.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { labelSelector, type LabelSelector } from '../../fleet/kubernetes/label-selector.ts';
import type { Staged } from '../../schedule/update-run/stages.ts';
import type { Manifest } from '../world/manifest.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { nextRunsRefused } from '../placing/next-runs.ts';
import { isEarlier, isInitialisedOnHub } from '../placing/run-on-hub.ts';
import { stagedRun } from '../placing/staged-run.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Overlap {
  readonly first: string;
  readonly second: string;
  /** The stage that matches every cluster; `undefined` if both have the same selector. */
  readonly all: string | undefined;
}

export const stagesOverlap = defineRule<Overlap>({
  id: 'stages-overlap',
  summary: 'Two stages of the strategy select the same clusters',
  effect: 'misbehaves',
  kinds: ['ClusterStagedUpdateStrategy', 'StagedUpdateStrategy'],
  why: 'Stages select the clusters of a placement by labels. `labelSelector: {}` selects every cluster, so no other stage may select any. Two equal selectors select the same clusters. As soon as such a cluster is picked, the hub refuses the run permanently: `appears in more than one stages`.',
  remedy: 'Write the label selectors so that each cluster is in one stage only.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ first, second, all }) =>
    all === undefined
      ? `Stages ${shown(first)} and ${shown(second)} select the same clusters, and a cluster may be in one stage only.`
      : `Stage ${shown(all)} selects every cluster, so those of stage ${shown(all === first ? second : first)} are in two stages, which the hub refuses.`,
  *check(manifest, world) {
    if (!isResolved(manifest, '/spec/stages')) return;
    const reported = pairsReportedForRuns(manifest, world);
    const earlier: { readonly name: string; readonly selector: LabelSelector; readonly at: string; readonly index: number }[] = [];
    for (const [index, stage] of listAt(manifest.object, 'spec', 'stages').entries()) {
      const selector = labelSelector(objectAt(stage, 'labelSelector'));
      if (selector === undefined || selector.invalid !== undefined) continue;
      const name = stringAt(stage, 'name') ?? '';
      const at = `/spec/stages/${index}`;
      const other = earlier.find((each) => isAll(each.selector) || isAll(selector) || keyOf(each.selector) === keyOf(selector));
      earlier.push({ name, selector, at, index });
      if (other === undefined || reported.has(`${other.index} ${index}`)) continue;
      const all = isAll(other.selector) ? other.name : isAll(selector) ? name : undefined;
      const data = { first: other.name, second: name, all: isAll(other.selector) && isAll(selector) ? undefined : all };
      yield { at: `${at}/labelSelector`, part: 'key', data, related: [{ manifest, at: other.at, message: `stage ${other.name}` }] };
    }
  },
});

/**
 * The pairs of stages for which a run is known to be refused: `run-cannot-start` reports these, with the clusters. For a strategy of the
 * base, only those that an edit adds: the others do not become correct with a new run.
 */
function pairsReportedForRuns(strategy: Manifest, judged: World): ReadonlySet<string> {
  if (judged.before(strategy)?.manifest !== undefined) {
    const next = nextRunsRefused(strategy, judged).flatMap(({ staged, errors }) =>
      staged.overlaps.filter(({ error }) => errors.includes(error)),
    );
    return new Set(next.map(pairOf));
  }
  const world = withHub(judged);
  const own = [...world.ofKind('ClusterStagedUpdateRun'), ...world.ofKind('StagedUpdateRun')]
    .filter((run) => !isEarlier(run, world) && !isInitialisedOnHub(run, world))
    .map((run) => stagedRun(run, world))
    .filter((run) => run?.strategy === strategy);
  return new Set(own.flatMap((run) => run?.staged.overlaps ?? []).map(pairOf));
}

function pairOf({ first, second }: Staged['overlaps'][number]): string {
  return `${first} ${second}`;
}

function isAll({ requirements }: LabelSelector): boolean {
  return requirements.length === 0;
}

function keyOf({ requirements }: LabelSelector): string {
  return JSON.stringify(requirements.map(({ key, operator, values }) => JSON.stringify([key, operator, values.toSorted()])).toSorted());
}
