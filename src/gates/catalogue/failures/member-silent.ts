import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const memberSilent = defineFailure({
  id: 'member-silent',
  title: 'The member does not answer',
  docs: DOCS.applied,
  when: [{ scope: 'cluster', fact: 'member-silent' }],
  outcome: { kind: 'terminal' },
  explain:
    '{cluster} has sent no heartbeat for more than five minutes, so what it runs is not known, although the hub keeps calling it joined and healthy.',
  remedy: [
    'Check the network between {cluster} and the hub, and the member agent: kubectl -n fleet-system get pods, on the member',
    'Take the cluster out of the fleet if it is gone for good.',
  ],
});
