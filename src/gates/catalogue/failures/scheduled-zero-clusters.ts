import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const scheduledZeroClusters = defineFailure({
  id: 'scheduled-zero-clusters',
  title: 'No cluster is picked',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'zero-clusters' }],
  outcome: (observation, options) => {
    if (options.allowEmpty) return 'info';
    return observation.words?.['asked'] === '0' ? 'failed' : { kind: 'suspect', grace: 'scheduling', answered: true };
  },
  explain: 'Scheduled is True with 0 clusters: {target} is satisfied by placing nothing anywhere.',
  remedy: [
    `Correct the policy of {target}, or label, untaint or join clusters. What there is: ${MEMBERS}`,
    'If no cluster is meant to match, say so with {--allow-empty}.',
  ],
  seeAlso: 'picks-no-cluster',
});
