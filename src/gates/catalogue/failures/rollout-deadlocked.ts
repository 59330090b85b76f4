import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const rolloutDeadlocked = defineFailure({
  id: 'rollout-deadlocked',
  title: 'The rollout can never go on',
  docs: DOCS.rolloutStarted,
  when: [{ scope: 'placement', fact: 'deadlock' }],
  outcome: 'failed',
  explain:
    'Every cluster that may change has changed, the rest is held back, and nothing is under way that could free it. This happens when fewer clusters exist than the policy asks for: the missing ones already use up maxUnavailable.',
  remedy: [
    'Raise the budget: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"strategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}\'`, and in the manifest.',
    'Or lower numberOfClusters, or add the missing clusters.',
  ],
});
