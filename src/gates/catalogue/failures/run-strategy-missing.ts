import { NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runStrategyMissing = defineFailure({
  id: 'run-strategy-missing',
  title: 'The update strategy does not exist',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /referenced updateStrategy not found/,
    },
  ],
  outcome: 'failed',
  details: (observation) => correctedSince(observation, 'The update strategy did not exist when the run began') ?? {},
  explain: '{target} names a staged update strategy that is not on the hub.',
  remedy: [
    `List the strategies: ${onHub('get {strategies}')}`,
    'Apply the strategy first, or correct spec.stagedRolloutStrategyName.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-reference-missing' }],
});
