import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

export const runPlacementChanged = defineFailure({
  id: 'run-placement-changed',
  title: 'The placement was changed under the run',
  docs: DOCS.runExecution,
  when: [
    {
      ...ABORTED_RUN,
      // The count is that of the policy, and no cluster changes it (KubeFleet pkg/controllers/updaterun/initialization.go).
      message:
        /applyStrategy in the updateRun is outdated|policy snapshot index used in the updateRun is outdated|cluster count initialized|no latest policy snapshot/,
    },
    { ...ABORTED_RUN, message: /not fully scheduled yet/, only: (observation) => observation.words?.['placement'] === 'edited' },
    { scope: 'run', fact: 'run-placement-edited' },
  ],
  details: ({ fact, words }) => {
    if (fact !== 'run-placement-edited') return {};
    return words?.['atWork'] === undefined ? afterRun(words?.['edited'] ?? 'placement') : PLANNED_WITH_OLDER;
  },
  outcome: 'failed',
  explain: 'The policy or the apply strategy of the placement was edited while {target} was under way, which ends every run.',
  remedy: ['Create a new run, and leave policy and apply strategy of the placement alone while it is under way.'],
});

function afterRun(edited: string): Details {
  return {
    title: `The ${edited} was changed after the run`,
    explain:
      '{target} has succeeded with what the placement asked for then. Its clusters wait for another run to bring what it asks for now.',
    remedy: ['Create a new run.'],
  };
}

/** It has still to end, and nothing it does until then brings the overrides of this deploy. */
const PLANNED_WITH_OLDER: Details = {
  title: 'The run was planned with older overrides',
  explain:
    '{target} has taken the overrides as they were when it was planned, and keeps them to its end: a run created right after an edit takes those from before it. No approval changes that.',
  remedy: ['Approve nothing more of {target}, and delete it: `kubectl delete {targetArgs}`', 'Create the run again.'],
};
