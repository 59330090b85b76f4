import { HUB_PODS, HUB_LOG } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const placementNotReconciled = defineFailure({
  id: 'placement-not-reconciled',
  title: 'The hub agent does not look at the placement',
  docs: DOCS.placement,
  when: [{ scope: 'placement', fact: 'not-reconciled' }],
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    '{target} has no status at all: the hub agent has not reconciled it. It may be down, or still be learning about a kind the placement selects.',
  remedy: [`Check that the hub agent runs: ${HUB_PODS}`, `Read its log for {target}: ${HUB_LOG}`],
});
