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
      message: /not fully scheduled yet|no latest policy snapshot|no scheduled or to-be-deleted bindings|number of selected bindings/,
    },
  ],
  // Scheduled is True by then: the policy matches no cluster, or the bindings of those it matches had not arrived.
  details: ({ condition }) =>
    /no scheduled or to-be-deleted bindings/.test(condition?.message ?? '')
      ? {
          title: 'The run found no cluster to update',
          explain:
            'When {target} was planned the placement had picked no cluster: its policy matches none, or the run was created a moment too early.',
        }
      : {},
  outcome: 'failed',
  explain: '{target} was created before the scheduler was done with the placement, or the placement finds too few clusters.',
  remedy: [
    'Wait for the scheduler: `kubectl get {policySnapshots} -o yaml` shows whether it is Scheduled, and why not.',
    'Create a new run then: this one is finished.',
  ],
});
