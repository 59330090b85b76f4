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
  // A run never takes in a cluster that it was not planned for. The scheduler decides again when the fleet changes.
  outcome: ({ scope }) => (scope === 'run' ? 'failed' : { kind: 'suspect', grace: 'scheduling', answered: true }),
  explain: '{--require-clusters} says which clusters {target} must be good on. One of them is not among its clusters.',
  remedy: [
    `Compare the name, or the labels, with the fleet: ${MEMBERS}`,
    'Compare the policy of {target} with that cluster: `fleet-gate plan` says why it is not picked.',
    'If the cluster is not meant, change {--require-clusters}.',
  ],
});
