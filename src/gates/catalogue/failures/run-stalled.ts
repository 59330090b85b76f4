import { BINDINGS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStalled = defineFailure({
  id: 'run-stalled',
  title: 'The run waits for a cluster that has failed',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-stalled' }],
  outcome: { kind: 'suspect', grace: 'stalled', becomes: 'stuck' },
  explain:
    'The run reports progress, but {cluster} was never started and its binding has already failed: KubeFleet never reports a retry of the same broken content as stuck. The run continues only if {cluster} recovers by itself, and it can take minutes to notice.',
  remedy: [
    `See what failed on {cluster}: ${BINDINGS}`,
    'Correct the cause on {cluster} itself, and wait: the run checks again by itself, less often each time.',
    `Or change the content on the hub and create a new run. You can delete the old run, which changes nothing on the clusters: ${onHub('delete {targetArgs}')}`,
  ],
});
