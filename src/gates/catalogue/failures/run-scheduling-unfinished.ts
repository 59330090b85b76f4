import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runSchedulingUnfinished = defineFailure({
  id: 'run-scheduling-unfinished',
  title: 'The placement is not scheduled yet',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /not fully scheduled yet|no latest policy snapshot/,
    },
  ],
  outcome: 'failed',
  explain: '{target} was created before the scheduler was done with the placement, or the placement finds too few clusters.',
  remedy: [
    'Wait for the scheduler: `kubectl get {policySnapshots} -o yaml` shows whether it is Scheduled, and why not.',
    'Create a new run then: this one is finished.',
  ],
});
