import { ABORTED_RUN } from '../aborted-run.ts';
import { NEW_RUN, onHub } from '../commands.ts';
import { correctedSince } from '../corrected-since.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const AT_WORK: Details = {
  title: 'The rollout strategy of the placement is no longer External',
  explain:
    'The strategy of the placement was changed from External while {target} was in progress. That ends every run. The placement now rolls out by itself.',
  isFoundBefore: false,
};

/** A run has one reason for all failures; only the message distinguishes them (KubeFleet pkg/controllers/updaterun). */
export const runPlacementNotExternal = defineFailure({
  id: 'run-placement-not-external',
  title: 'The rollout strategy of the placement is not External',
  docs: DOCS.runInitialization,
  when: [
    {
      scope: 'run',
      step: 'Initialized',
      status: 'False',
      reasons: ['UpdateRunInitializedFailed'],
      message: /does not have an external rollout strategy/,
    },
    // Checked again each time the hub is read.
    { ...ABORTED_RUN, message: /does not have an external rollout strategy/ },
  ],
  outcome: 'failed',
  details(observation) {
    if (observation.condition?.type === 'Succeeded') return AT_WORK;
    return correctedSince(observation, 'The rollout strategy of the placement was not External when the run began') ?? {};
  },
  explain: 'The placement of {target} rolls out by itself. A run can only roll out a placement with strategy External.',
  remedy: [
    `See its strategy: ${onHub('get {placementArgs} -o jsonpath="{.spec.strategy}"')}`,
    'Gate the placement itself. Or set its spec.strategy.type to External, which cannot be undone.',
    NEW_RUN,
  ],
  foundBy: [{ rule: 'run-cannot-start' }],
});
