import { AGENT_PODS, HEARTBEAT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const memberSilent = defineFailure({
  id: 'member-silent',
  title: 'The member does not answer',
  docs: DOCS.applied,
  when: [{ scope: 'cluster', fact: 'member-silent' }],
  outcome: 'failed',
  explain: '{cluster} has sent no heartbeat for {age}, so what it runs is not known, although the hub keeps calling it joined and healthy.',
  remedy: [
    `See when it was heard last: ${HEARTBEAT}`,
    `Check the member agent on {cluster}, and its network to the hub: ${AGENT_PODS}`,
    'Take the cluster out of the fleet if it is gone for good.',
  ],
});
