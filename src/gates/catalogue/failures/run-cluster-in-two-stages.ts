import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The run has one reason for all its failures; only the message tells them apart (KubeFleet pkg/controllers/updaterun). */
export const runClusterInTwoStages = defineFailure({
  id: 'run-cluster-in-two-stages',
  title: 'A cluster is in two stages',
  docs: DOCS.runInitialization,
  precedence: 10,
  when: [
    {
      scope: 'run',
      stage: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /appears in more than one stage/,
    },
  ],
  outcome: { kind: 'terminal' },
  explain: 'Two stages of the strategy match the same cluster.',
  remedy: ['Make the label selectors of the stages exclude each other.', 'Create a new run: this one is finished.'],
});
