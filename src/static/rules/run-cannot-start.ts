/**
 * Before a run updates anything the hub sorts the picked clusters into the stages of its strategy, and refuses it for good where that fails.
 * Source: `pkg/controllers/updaterun/initialization.go` (validatePlacement, computeRunStageStatus): `Initialized` False.
 */
import { stringAt } from '../../fleet/json.ts';
import { isNamed } from '../placements.ts';
import { isResolved } from '../resolved.ts';
import { defineRule } from '../rule.ts';
import { runTarget } from '../run-reference.ts';
import { stagedRun } from '../staged-run.ts';

const REMEDY = 'Let the label selectors of the stages share out the clusters of the placement, none twice and none left over.';

export const runCannotStart = defineRule<{ readonly error: string; readonly remedy: string }>({
  id: 'run-cannot-start',
  summary: 'The hub refuses to initialise the update run',
  effect: 'fails',
  otherwise: { misbehaves: 'the rollout strategy is another one: somebody may set it on the hub, and it never goes back' },
  kinds: ['ClusterStagedUpdateRun', 'StagedUpdateRun'],
  why: 'A run is for a placement with `strategy.type: External`, and its strategy must put each cluster the placement picks into exactly one stage, sorted by a label that is an integer on each of them. Otherwise `Initialized` is False, nothing is rolled out, and the run is not tried again: a new one has to be created. Stages are judged where the member clusters are known.',
  remedy: REMEDY,
  docs: 'https://kubefleet.dev/docs/troubleshooting/stagedupdaterun',
  message: ({ error }) => `The hub refuses the run: ${error}.`,
  remedyFor: ({ remedy }) => remedy,
  *check(manifest, world) {
    if (!isNamed(manifest) || !isResolved(manifest, '/spec')) return;
    const placement = runTarget(manifest, 'placement', world);
    if (placement === undefined || !isResolved(placement, '/spec')) return;
    const type = stringAt(placement.object, 'spec', 'strategy', 'type') ?? 'RollingUpdate';
    if (type !== 'External') {
      const related = [{ manifest: placement, at: '/spec/strategy/type', message: `its rollout strategy is ${type}` }];
      const error = `its placement has the rollout strategy ${type}, not External`;
      const data = { error, remedy: 'Set `strategy.type: External` on the placement, or remove the run.' };
      // Somebody may set the type on the hub, and it never goes back.
      yield { at: '/spec/placementName', data, related, effect: 'misbehaves' };
      return;
    }
    const run = stagedRun(manifest, world);
    if (run === undefined) return;
    const related = [{ manifest: run.strategy, at: '/spec/stages', message: 'the stages of its strategy' }];
    for (const error of run.staged.errors) yield { at: '/spec/stagedRolloutStrategyName', data: { error, remedy: REMEDY }, related };
  },
});
