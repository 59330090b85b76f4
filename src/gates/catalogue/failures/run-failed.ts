import { ABORTED_RUN } from '../aborted-run.ts';
import { NEW_RUN } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** KubeFleet pkg/controllers/updaterun/execution.go, executeUpdatingStage: seen 33 ms after a run of main had moved a cluster. */
const OWN_WRITE: Details = {
  title: 'The run took its own write for that of another run',
  explain:
    'The hub agent read a binding from its cache before its own change had arrived there, and ended {target}. No other run has moved the cluster: the binding is as {target} left it. Nothing is wrong with the content.',
  remedy: [`${NEW_RUN} It goes on with the clusters that are left.`],
};

export const runFailed = defineFailure({
  id: 'run-failed',
  title: 'The run failed',
  docs: DOCS.runExecution,
  when: [ABORTED_RUN],
  details: ({ words, condition }) =>
    words?.['own'] === 'true' && /not up-to-date with the desired status/.test(condition?.message ?? '') ? OWN_WRITE : {},
  outcome: 'failed',
  explain: '{target} ended with an error and will not try again.',
  remedy: ['Read the whole status: `kubectl get {targetArgs} -o yaml`', 'Correct what the message names and create a new run.'],
});
