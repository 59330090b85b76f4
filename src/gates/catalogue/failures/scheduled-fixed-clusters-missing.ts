import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const scheduledFixedClustersMissing = defineFailure({
  id: 'scheduled-fixed-clusters-missing',
  title: 'A cluster named in the policy cannot be used',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', fact: 'cluster-not-scheduled' }],
  // Some will do, none will not.
  outcome: ({ words }, { allowPartial, allowEmpty }) =>
    allowPartial && (allowEmpty || words?.['found'] !== '0') ? 'info' : { kind: 'suspect', grace: 'scheduling' },
  explain: 'The PickFixed policy of {target} names {cluster}, which is no eligible member of the fleet. The other clusters are rolled out.',
  remedy: [
    'Correct {cluster} in spec.policy.clusterNames, or join that cluster. What there is: `kubectl get memberclusters.cluster.kubernetes-fleet.io`',
    'If the cluster left, take it off the list or join it again.',
    'If the others are enough, say so with {--allow-partial}.',
  ],
  seeAlso: 'pickfixed-unknown-cluster',
});
