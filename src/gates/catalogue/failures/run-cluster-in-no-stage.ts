import { MEMBERS, NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runClusterInNoStage = defineFailure({
  id: 'run-cluster-in-no-stage',
  title: 'A cluster is not in any stage',
  docs: DOCS.runInitialization,
  when: [
    { scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /not placed in any stage/ },
  ],
  outcome: 'failed',
  details: (observation) => correctedSince(observation, 'A cluster was not in any stage when the run began') ?? {},
  explain: 'The placement picks clusters that no stage of the strategy matches.',
  remedy: [
    `Compare the labels of the clusters with the stages: ${MEMBERS} and ${onHub('get {strategyArgs} -o yaml')}`,
    'Add a stage for the clusters that the message names, or label them.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-cannot-start' }],
});
