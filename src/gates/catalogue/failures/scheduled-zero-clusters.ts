import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import { LACKS_NAMESPACE } from '../lacks-namespace.ts';

export const scheduledZeroClusters = defineFailure({
  id: 'scheduled-zero-clusters',
  title: 'No cluster is picked',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'zero-clusters' }],
  outcome: (observation, options) => {
    if (options.allowEmpty) return 'info';
    return observation.words?.['asked'] === '0' ? 'failed' : { kind: 'suspect', grace: 'scheduling', answered: true };
  },
  details: ({ words }) => (words?.['lacksNamespace'] === 'true' ? LACKS_NAMESPACE : {}),
  explain: 'Scheduled is True with 0 clusters: nothing is placed, and {target} reports success.',
  remedy: [
    `Compare the policy with the members: ${MEMBERS}`,
    'Correct the policy of {target}, or label, untaint or join clusters.',
    'If no cluster should match, add {--allow-empty}.',
  ],
  foundBy: [
    { rule: 'asks-for-no-cluster', when: hasWord('asked', '0') },
    { rule: 'picks-no-cluster', when: ({ words }) => words?.['asked'] === 'all' && Number(words['fleet']) > 0 },
  ],
});
