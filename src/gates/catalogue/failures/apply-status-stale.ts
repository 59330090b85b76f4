import { BINDINGS, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const applyStatusStale = defineFailure({
  id: 'apply-status-stale',
  title: 'The status stays behind the Works',
  docs: DOCS.applied,
  when: [{ scope: 'cluster', fact: 'status-behind-works' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain:
    'Every Work of {cluster} has got past this stage, yet its binding still says in progress: the hub agent has missed an update (KubeFleet issue 558).',
  remedy: [`See both: ${WORKS} and ${BINDINGS}`, 'Make the hub agent look again: {hubRestart}'],
});
