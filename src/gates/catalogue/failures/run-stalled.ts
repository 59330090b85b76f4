import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStalled = defineFailure({
  id: 'run-stalled',
  title: 'The run waits for a cluster that has failed',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-stalled' }],
  outcome: { kind: 'suspect', grace: 'stalled', becomes: 'stuck' },
  explain:
    'The run says it makes progress, but {cluster} was never started and its binding has failed already: a retry on the same broken content is never called stuck. Only when {cluster} becomes good by itself does the run take it up again, and that may take it minutes more.',
  remedy: [
    'See what failed on {cluster}: `kubectl get {bindings} -o yaml`',
    'Correct what is wrong on {cluster} itself, and wait: the run looks again by itself, more rarely each time.',
    'Or change the content on the hub and create a new run; this one may be deleted: `kubectl delete {targetArgs}`',
  ],
});
