/**
 * Before a run updates anything, the hub assigns the picked clusters to the stages of its strategy. If that fails, the run is refused for
 * good. A run keeps its own copy of the strategy, so an edit of a strategy affects the next run. Source:
 * `pkg/controllers/updaterun/initialization.go` (validatePlacement, determinePolicySnapshot, collectScheduledClusters,
 * computeRunStageStatus): `Initialized` False.
 */
import { isExternal } from '../../fleet/kubefleet/is-external.ts';
import { shown } from '../../fleet/text/shown.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { derivedFrom, placementKey } from '../../fleet/kubefleet/derived-from.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { listed } from '../../fleet/text/listed.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Staged } from '../../schedule/update-run/stages.ts';
import { isWhole } from '../world/hub-holds.ts';
import { hasBase } from '../world/known-base.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule, type Rule } from '../world/rule.ts';
import { isEarlier, isInitialisedOnHub } from '../placing/run-on-hub.ts';
import { runTarget } from '../world/run-reference.ts';
import { nextRunsRefused } from '../placing/next-runs.ts';
import { stagedRun } from '../placing/staged-run.ts';
import { whatIf } from '../placing/what-if.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

const REMEDY = 'Write the label selectors of the stages so that each cluster of the placement is in exactly one stage.';

interface Cause {
  readonly error: string;
  readonly remedy: string;
  readonly isCertain: boolean;
  /** The placement whose next run is meant, if an edit of a strategy is the cause. */
  readonly next?: string;
}

export const runCannotStart = defineRule<Cause>({
  id: 'run-cannot-start',
  summary: 'The update run cannot start: the hub does not initialise it',
  effect: 'fails',
  otherwise: {
    misbehaves:
      'the hub may have another rollout strategy, or other clusters for the placement, or the edit is for a run that is not in the files yet',
  },
  kinds: [
    'ClusterStagedUpdateRun',
    'StagedUpdateRun',
    'ClusterStagedUpdateStrategy',
    'StagedUpdateStrategy',
    'ClusterResourcePlacement',
    'ResourcePlacement',
  ],
  why: 'A run needs a placement with `strategy.type: External` that has all the clusters it asks for. Its strategy must put each cluster into exactly one stage, and a sorting label must be an integer on each cluster. Otherwise `Initialized` is False, nothing is rolled out, and the run is not tried again: you must create a new one. A run keeps the stages with which it started, so a change that breaks this for the next run is reported at what it edits: the strategy, or the placement. Clusters and stages are checked if the member clusters are known. Clusters in no stage or in two, and a sorting label that is not a number, were observed on real hubs; the rest is from the source code.',
  remedy: REMEDY,
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ error, isCertain, next }) =>
    next !== undefined
      ? `The hub will not initialise the next run of ${next}: ${error}.`
      : isCertain
        ? `The hub does not initialise the run: ${error}.`
        : `The run cannot start, unless the state of the hub differs: ${error}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, judged) {
    if (manifest.object.kind.endsWith('Strategy')) {
      yield* refusedNext(manifest, judged);
      return;
    }
    if (isPlacement(manifest.object)) {
      yield* refusedNextOf(manifest, judged);
      return;
    }
    const world = withHub(judged);
    if (!isNamed(manifest) || !isResolved(manifest, '/spec') || isInitialisedOnHub(manifest, world)) return;
    if (isEarlier(manifest, world)) return;
    const placement = runTarget(manifest, 'placement', world);
    if (placement === undefined || !isResolved(placement, '/spec')) return;
    const type = stringAt(placement.object, 'spec', 'strategy', 'type') ?? 'RollingUpdate';
    if (type !== 'External') {
      const related = [{ manifest: placement, at: '/spec/strategy/type', message: `its rollout strategy is ${shown(type)}` }];
      const error = `its placement has the rollout strategy ${shown(type)}, not External`;
      // The type may have been set on the hub, and it cannot be changed back.
      const onHub = placement.onHub === true ? placement.object : world.before(placement)?.live;
      const isCertain = onHub !== undefined && !isExternal(onHub);
      const data = { error, remedy: 'Set `strategy.type: External` on the placement, or remove the run.', isCertain };
      yield { at: '/spec/placementName', data, related, ...(isCertain ? {} : { effect: 'misbehaves' }) };
      return;
    }
    const unscheduled = withoutClusters(placement, world);
    if (unscheduled !== undefined) {
      const related = [{ manifest: placement, at: '/spec/policy', message: 'its placement policy' }];
      yield { at: '/spec/placementName', data: unscheduled, related, ...(unscheduled.isCertain ? {} : { effect: 'misbehaves' }) };
      return;
    }
    const run = stagedRun(manifest, world);
    if (run === undefined) return;
    const related = [{ manifest: run.strategy, at: '/spec/stages', message: 'the stages of its strategy' }];
    for (const error of run.staged.errors)
      yield { at: '/spec/stagedRolloutStrategyName', data: { error, remedy: remedyOf(error, run.staged), isCertain: true }, related };
  },
});

function* refusedNext(strategy: Manifest, world: World): ReturnType<Rule<Cause>['check']> {
  for (const { placement, run, staged, errors, isOfStages } of nextRunsRefused(strategy, world)) {
    if (!isOfStages) continue;
    const related = run.onHub === true ? [] : [{ manifest: run, at: '/spec/stagedRolloutStrategyName', message: 'a run of this strategy' }];
    for (const error of errors)
      yield {
        at: '/spec/stages',
        part: 'key',
        data: { error, remedy: remedyOf(error, staged), isCertain: true, next: nameOf(placement) },
        related,
        effect: 'misbehaves',
      };
  }
}

/** The change edits the policy of a placement, or labels of clusters, and not the stages. */
function* refusedNextOf(placement: Manifest, world: World): ReturnType<Rule<Cause>['check']> {
  const strategies = [...world.ofKind('ClusterStagedUpdateStrategy'), ...world.ofKind('StagedUpdateStrategy')];
  for (const next of strategies.flatMap((strategy) => nextRunsRefused(strategy, world))) {
    if (next.placement !== placement || next.isOfStages) continue;
    const related = [{ manifest: next.strategy, at: '/spec/stages', message: 'the stages of its strategy' }];
    for (const error of next.errors)
      yield {
        at: '/spec/policy',
        part: 'key',
        data: { error, remedy: remedyOf(error, next.staged), isCertain: true, next: nameOf(placement) },
        related,
        effect: 'misbehaves',
      };
  }
}

interface Unscheduled {
  readonly error: string;
  readonly remedy: string;
  readonly isCertain: boolean;
}

/** Why the run has no clusters yet: the scheduler finds too few, or none. */
function withoutClusters(placement: Manifest, world: World): Unscheduled | undefined {
  const scheduling = whatIf(placement, world);
  if (scheduling === undefined) return undefined;
  const name = nameOf(placement);
  if (scheduling.outcome !== 'Fulfilled')
    return {
      error: `the policy of ${name} is not fully scheduled: ${scheduling.message}`,
      remedy: `Let ${name} ask for existing clusters, and create the run after it is scheduled.`,
      isCertain: true,
    };
  // A run also rolls back clusters that the placement holds and does not pick any more.
  if (scheduling.picked.length > 0 || bindingsOf(placement, world).length > 0) return undefined;
  return {
    error: `${name} picks no cluster and has none`,
    remedy: `Let ${name} pick a cluster, and create the run after it is scheduled.`,
    isCertain: isWhole(world) || (hasBase(world) && world.before(placement) === undefined),
  };
}

function bindingsOf({ object, namespace }: Manifest, { decided }: World): readonly KubeObject[] {
  const home = object.kind === 'ResourcePlacement' ? namespace : undefined;
  const key = placementKey(home, object.metadata.name);
  return decided.filter((each) => each.kind.endsWith('ResourceBinding') && derivedFrom(each) === key);
}

function remedyOf(error: string, { unsorted, leftOver }: Staged): string {
  const sorting = unsorted.find((each) => each.error === error);
  if (sorting !== undefined) {
    const clusters = sorting.clusters.map(({ name, value }) => (value === '' ? name : `${name} (now "${value}")`));
    return `Give the label \`${sorting.key}\` a whole number on ${listed(clusters, 10, 'clusters')}, or sort the stage by another label.`;
  }
  return error.includes('in any stage') ? `Add a stage that selects ${listed(leftOver, 10, 'clusters')}, or widen one.` : REMEDY;
}
