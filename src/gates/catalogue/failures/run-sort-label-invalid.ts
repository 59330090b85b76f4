import { NEW_RUN } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runSortLabelInvalid = defineFailure({
  id: 'run-sort-label-invalid',
  title: 'The sorting label is no number',
  docs: DOCS.runInitialization,
  when: [{ scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /the sorting label/ }],
  outcome: 'failed',
  explain: 'The label a stage sorts its clusters by is not an integer on some cluster.',
  remedy: [
    'Correct the label of the cluster named in the evidence: `kubectl label memberclusters.cluster.kubernetes-fleet.io --overwrite`, with an integer.',
    NEW_RUN,
  ],
});
