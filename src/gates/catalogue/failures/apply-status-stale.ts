import { BINDINGS, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const applyStatusStale = defineFailure({
  id: 'apply-status-stale',
  title: 'The status of the binding is older than that of its Works',
  docs: DOCS.applied,
  when: [{ scope: 'cluster', fact: 'status-behind-works' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain:
    'Every Work of {cluster} is past this stage, but its binding still reports that it is in progress: the hub agent missed an update (KubeFleet issue 558).',
  remedy: [
    `Compare the Work with the binding: ${WORKS} and ${BINDINGS}`,
    'Restart the hub agent, which makes it read the Works again: {hubRestart}',
  ],
});
