import { HUB_LOG, HUB_PODS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const placementNotReconciled = defineFailure({
  id: 'placement-not-reconciled',
  title: 'The hub agent does not answer',
  docs: DOCS.placement,
  when: [{ scope: 'placement', fact: 'not-reconciled' }],
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    '{target} has no status: the hub agent has not reconciled it. It may be down, or it may still be learning about a kind that the placement selects.',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `Look for {target} in its log: ${HUB_LOG}`],
});
