import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import { LACKS_NAMESPACE } from '../lacks-namespace.ts';

export const scheduledFixedClustersMissing = defineFailure({
  id: 'scheduled-fixed-clusters-missing',
  title: 'A cluster named in the policy cannot be used',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'cluster-not-scheduled' }],
  // With --allow-partial, some clusters are enough, but not none.
  outcome: ({ words }, { allowPartial, allowEmpty }) =>
    allowPartial && (allowEmpty || words?.['found'] !== '0') ? 'info' : { kind: 'suspect', grace: 'scheduling' },
  details: ({ words }) => (words?.['lacksNamespace'] === 'true' ? LACKS_NAMESPACE : {}),
  explain:
    'The PickFixed policy of {target} names {cluster}, which is not an eligible member of the fleet. The other clusters are rolled out.',
  remedy: [
    `Compare the name with the members: ${onHub('get memberclusters')}`,
    'Correct {cluster} in spec.policy.clusterNames, or join that cluster. If it has left, remove it from the list.',
    'If the others are enough, add {--allow-partial}.',
  ],
  foundBy: [{ rule: 'pickfixed-unknown-cluster', when: hasWord('isUnknown') }],
});
