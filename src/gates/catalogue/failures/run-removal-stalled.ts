import { HEARTBEAT, SUPPORT, WORKS_LEFT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runRemovalStalled = defineFailure({
  id: 'run-removal-stalled',
  title: 'The delete stage does not end',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-removal' }],
  outcome: { kind: 'suspect', grace: 'removal', becomes: 'stuck' },
  explain:
    'The run removes content from {cluster}, which is no longer picked, and that does not end. KubeFleet has no timeout for the delete stage: the run always reports that it makes progress.',
  remedy: [
    `See what is left: ${WORKS_LEFT}`,
    `See whether its agent answers: ${HEARTBEAT}`,
    'Find the finalizer on {cluster} that holds the deletion, and repair the controller that should remove it. The run then ends by itself.',
    SUPPORT,
  ],
});
