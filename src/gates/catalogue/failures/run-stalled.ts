import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStalled = defineFailure({
  id: 'run-stalled',
  title: 'The run can never go on',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-stalled' }],
  outcome: { kind: 'suspect', grace: 'stalled', becomes: 'stuck' },
  explain:
    'The run says it makes progress, but {cluster} was never started and its binding has failed already: a retry on the same broken content is never called stuck.',
  remedy: [
    'See what failed on {cluster}: `kubectl get {bindings} -o yaml`',
    'Correct the content on the hub and create a new run; this one may be deleted: `kubectl delete {targetArgs}`',
  ],
});
