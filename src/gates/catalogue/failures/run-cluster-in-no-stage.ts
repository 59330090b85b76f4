import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runClusterInNoStage = defineFailure({
  id: 'run-cluster-in-no-stage',
  title: 'A cluster is in no stage',
  docs: DOCS.runInitialization,
  precedence: 10,
  when: [
    { scope: 'run', stage: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /not placed in any stage/ },
  ],
  outcome: { kind: 'terminal' },
  explain: 'The placement picks clusters that no stage of the strategy matches.',
  remedy: ['Add a stage for them, or label the clusters.', 'Create a new run: this one is finished.'],
});
