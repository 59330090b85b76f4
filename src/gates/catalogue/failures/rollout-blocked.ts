import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const rolloutBlocked = defineFailure({
  id: 'rollout-blocked',
  title: 'Held back by the rollout strategy',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'cluster', step: 'RolloutStarted', status: 'False', reasons: ['RolloutNotStartedYet'] }],
  outcome: 'waiting',
  explain: '{cluster} waits for its turn: maxUnavailable and maxSurge of {target} allow no more clusters to change at this moment.',
  remedy: [
    'Nothing to do while other clusters progress; when one has failed, that one is what to look at.',
    'See the budget: `kubectl get {targetArgs} -o jsonpath="{.spec.strategy.rollingUpdate}"`',
  ],
});
