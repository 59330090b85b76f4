import { ABORTED_RUN } from '../aborted-run.ts';
import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { notStopped } from '../not-stopped.ts';

export const runPlacementChanged = defineFailure({
  id: 'run-placement-changed',
  title: 'The placement was changed during the run',
  docs: DOCS.runExecution,
  when: [
    {
      ...ABORTED_RUN,
      // The cluster count is from the policy, so a change of clusters does not change it (KubeFleet
      // pkg/controllers/updaterun/initialization.go).
      message:
        /applyStrategy in the updateRun is outdated|policy snapshot index used in the updateRun is outdated|cluster count initialized|no latest policy snapshot/,
    },
    { ...ABORTED_RUN, message: /not fully scheduled yet/, only: (observation) => observation.words?.['placement'] === 'edited' },
    { scope: 'run', fact: 'run-placement-edited' },
  ],
  details: (observation) => {
    const { fact, words } = observation;
    if (fact !== 'run-placement-edited') return {};
    if (words?.['atWork'] === undefined) return afterRun(words?.['edited'] ?? 'placement');
    const planned = words['edited'] === 'strategy' ? PLANNED_WITH_OTHER_STRATEGY : PLANNED_WITH_OLDER;
    return { ...planned, remedy: notStopped(observation, DO_AGAIN) };
  },
  outcome: 'failed',
  explain: 'The policy or the apply strategy of the placement was edited while {target} was in progress. That ends every run.',
  remedy: ['Create a new run, and leave the policy and the apply strategy of the placement as they are while it is in progress.'],
});

function afterRun(edited: string): Details {
  return {
    title: `The ${edited} was changed after the run`,
    explain:
      '{target} has succeeded with the settings of the placement at that time. Its clusters wait for another run to roll out the current settings.',
    remedy: ['Create a new run.'],
  };
}

/** Clusters that the run has updated keep their content. */
const DO_AGAIN = [
  `Do not approve further stages of {target}. See how far it is: ${onHub('get {targetArgs} -o yaml')}`,
  `Delete it. Clusters that it has updated keep their content: ${onHub('delete {targetArgs}')}`,
  'Create the run again.',
];

/** The run is still active, but it cannot roll out the overrides of this deploy. */
const PLANNED_WITH_OLDER: Details = {
  title: 'The run was planned with older overrides',
  explain:
    '{target} uses the overrides as they were when it was planned, to its end: a run that is created right after an edit takes the overrides from before it. No approval changes that.',
};

const PLANNED_WITH_OTHER_STRATEGY: Details = {
  title: 'The run was planned with another strategy',
  explain:
    '{target} uses the strategy as it was when it was planned, to its end. Its stages, approvals and waits may not be those of the deployed strategy. No approval changes that.',
};
