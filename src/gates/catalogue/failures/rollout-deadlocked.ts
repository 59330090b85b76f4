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
    'Lower numberOfClusters to what the fleet has, or add the missing clusters.',
    'Or raise spec.strategy.rollingUpdate.maxUnavailable in the manifest. At once: `kubectl patch {targetArgs} --type=merge -p \'{"spec":{"strategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}\'`',
  ],
});
