import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const scheduledRequiredClusterMissing = defineFailure({
  id: 'scheduled-required-cluster-missing',
  title: 'A required cluster gets nothing',
  docs: DOCS.scheduled,
  when: [
    { scope: 'placement', fact: 'required-cluster-absent' },
    { scope: 'run', fact: 'required-cluster-absent' },
  ],
  // A run does not include clusters that were not in its plan. The scheduler decides again when the fleet changes.
  outcome: ({ scope }) => (scope === 'run' ? 'failed' : { kind: 'suspect', grace: 'scheduling', answered: true }),
  explain: '{--require-clusters} names clusters on which {target} must be good. One of them is not among its clusters.',
  remedy: [
    `Compare the name, or the labels, with the members: ${MEMBERS}`,
    'See why the policy of {target} does not pick that cluster: `fleet-gate plan` shows it.',
    'If another cluster is meant, change {--require-clusters}.',
  ],
});
