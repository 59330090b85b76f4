import { NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runPlacementMissing = defineFailure({
  id: 'run-placement-missing',
  title: 'The placement does not exist',
  docs: DOCS.runInitialization,
  when: [
    { scope: 'run', step: 'Initialized', status: 'False', reasons: ['UpdateRunInitializedFailed'], message: /parent placement not found/ },
  ],
  outcome: 'failed',
  details: (observation) => correctedSince(observation, 'The placement did not exist when the run began') ?? {},
  explain: '{target} names a placement that is not on the hub.',
  remedy: [
    `See which placement it names: ${onHub('get {targetArgs} -o jsonpath="{.spec.placementName}"')}`,
    'Apply the placement first, or correct the name.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-reference-missing' }],
});
