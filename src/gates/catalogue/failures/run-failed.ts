import { ABORTED_RUN } from '../aborted-run.ts';
import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** KubeFleet pkg/controllers/updaterun/execution.go, executeUpdatingStage. Seen with main, 33 ms after the run had updated a cluster. */
const OWN_WRITE: Details = {
  title: 'The run mistook its own write for that of another run',
  explain:
    'The hub agent read a binding from its cache before its own change had arrived there, and ended {target}. No other run has moved the cluster: the binding is as {target} left it. That says nothing about the content.',
  remedy: [
    'Correct what other causes of this report name, if there are any. Then create a new run, which continues with the remaining clusters.',
  ],
};

export const runFailed = defineFailure({
  id: 'run-failed',
  title: 'The run failed',
  docs: DOCS.runExecution,
  when: [ABORTED_RUN],
  details: ({ words, condition }) =>
    words?.['own'] === 'true' && /not up-to-date with the desired status/.test(condition?.message ?? '') ? OWN_WRITE : {},
  outcome: 'failed',
  explain: '{target} ended with an error and does not try again.',
  remedy: [`See its whole status: ${onHub('get {targetArgs} -o yaml')}`, 'Correct what the message names, and create a new run.'],
});
