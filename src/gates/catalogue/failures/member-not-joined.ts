import { MEMBER } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const memberNotJoined = defineFailure({
  id: 'member-not-joined',
  title: 'The cluster has not joined the fleet',
  docs: DOCS.workSynchronized,
  when: [{ scope: 'cluster', fact: 'member-not-joined' }],
  details: ({ words }) => (words?.['why'] === undefined ? {} : { title: `The cluster ${words['why']}` }),
  // If a cluster leaves without a problem, its binding is removed within seconds.
  outcome: { kind: 'suspect', grace: 'leaving' },
  explain: '{cluster} is picked by {target}, but it has not joined or is leaving.',
  remedy: [`Find out why {cluster} has not joined or is leaving: ${MEMBER}`, 'Let the leave finish, or join the cluster again.'],
});
