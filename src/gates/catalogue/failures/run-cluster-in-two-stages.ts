import { MEMBERS, NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runClusterInTwoStages = defineFailure({
  id: 'run-cluster-in-two-stages',
  title: 'A cluster is in two stages',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /appears in more than one stage/,
    },
  ],
  outcome: 'failed',
  details(observation) {
    const corrected = correctedSince(observation, 'A cluster was in two stages when the run began');
    if (corrected !== undefined) return corrected;
    // bounded: a message is cut at 32,768 characters.
    const cluster = /cluster `([^`]+)` appears in more than one stage/.exec(observation.condition?.message ?? '')?.[1];
    return cluster === undefined ? {} : { title: `Cluster ${cluster} is in two stages` };
  },
  explain: 'Two stages of the strategy match the same cluster.',
  remedy: [
    `Compare the labels of the clusters with the stages: ${MEMBERS} and ${onHub('get {strategyArgs} -o yaml')}`,
    'Change the label selectors of the stages so that they exclude each other.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-cannot-start' }],
});
