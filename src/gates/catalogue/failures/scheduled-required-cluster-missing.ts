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
  outcome: ({ scope, words }) =>
    words?.['unread'] !== undefined
      ? { kind: 'suspect', grace: 'scheduling' }
      : scope === 'run'
        ? 'failed'
        : { kind: 'suspect', grace: 'scheduling', answered: true },
  details: ({ words }) =>
    words?.['unread'] === undefined
      ? {}
      : {
          title: 'It is not known which clusters are required',
          explain: '{--require-clusters} names clusters by labels, and no MemberCluster was read.',
          remedy: [`Let the gate read the members, or add them to the files: ${MEMBERS}`],
        },
  explain: '{--require-clusters} names clusters on which {target} must be good. One of them is not among its clusters.',
  remedy: [
    `Compare the name, or the labels, with the members: ${MEMBERS}`,
    'See why the policy of {target} does not pick that cluster: `fleet-gate plan` shows it.',
    'If another cluster is meant, change {--require-clusters}.',
  ],
});
