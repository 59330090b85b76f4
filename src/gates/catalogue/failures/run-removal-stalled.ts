import { HEARTBEAT, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runRemovalStalled = defineFailure({
  id: 'run-removal-stalled',
  title: 'The delete stage does not end',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-removal' }],
  outcome: { kind: 'suspect', grace: 'removal', becomes: 'stuck' },
  explain:
    'The run takes content off {cluster}, which is no longer picked, and that does not come to an end. KubeFleet has no clock for its delete stage: the run calls itself progressing for ever.',
  remedy: [
    `See what is still there: ${WORKS}`,
    `See whether its agent answers: ${HEARTBEAT}`,
    'Remove the finalizer or the object on {cluster} that holds the deletion up; the run ends by itself then.',
  ],
});
