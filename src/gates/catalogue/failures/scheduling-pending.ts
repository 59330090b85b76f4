import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const schedulingPending = defineFailure({
  id: 'scheduling-pending',
  title: 'The scheduler has not decided yet',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'scheduling-unanswered' }],
  outcome: { kind: 'suspect', grace: 'scheduling' },
  explain:
    'The scheduler has no decision for the present generation of {target}. A policy it cannot judge (PickN without numberOfClusters, PickFixed without clusterNames) stays so for ever.',
  remedy: ['Check spec.policy of {target}.', 'Check that the hub agent runs; in very large fleets scheduling may take minutes.'],
});
