import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const rolloutBlocked = defineFailure({
  id: 'rollout-blocked',
  title: 'Held back by the rollout strategy',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', step: 'RolloutStarted', status: 'False', reasons: ['RolloutNotStartedYet'] }],
  outcome: 'waiting',
  explain: '{cluster} waits for its turn: maxUnavailable and maxSurge of {target} do not allow more clusters to change now.',
  remedy: [
    `Wait while other clusters progress. If one of them has failed, its cause comes first. If none changes, see the budget: ${onHub('get {targetArgs} -o jsonpath="{.spec.strategy.rollingUpdate}"')}`,
  ],
});
