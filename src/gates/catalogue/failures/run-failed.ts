import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runFailed = defineFailure({
  id: 'run-failed',
  title: 'The run failed',
  docs: DOCS.runExecution,
  when: [ABORTED_RUN],
  outcome: 'failed',
  explain: '{target} ended with an error and will not try again.',
  remedy: ['Read the whole status: `kubectl get {targetArgs} -o yaml`', 'Correct what the message names and create a new run.'],
});
