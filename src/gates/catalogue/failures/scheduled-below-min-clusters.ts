import { MEMBERS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const scheduledBelowMinClusters = defineFailure({
  id: 'scheduled-below-min-clusters',
  title: 'Fewer clusters than the gate asks for',
  docs: DOCS.scheduled,
  when: [
    { scope: 'placement', fact: 'clusters-below-minimum' },
    { scope: 'run', fact: 'clusters-below-minimum' },
  ],
  // A run does not include clusters that were not in its plan. The scheduler decides again when the fleet changes.
  outcome: ({ scope }) => (scope === 'run' ? 'failed' : { kind: 'suspect', grace: 'scheduling', answered: true }),
  explain: '{target} has {found} clusters, and {--min-clusters} asks for at least {least} on which it is good.',
  remedy: [
    `Compare the policy of {target} with the labels, taints and health of the clusters: ${MEMBERS}`,
    'If fewer clusters are enough, lower {--min-clusters}.',
  ],
});
