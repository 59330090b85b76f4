import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runPlacementDeleted = defineFailure({
  id: 'run-placement-deleted',
  title: 'The placement was deleted during the run',
  docs: DOCS.runExecution,
  when: [
    { ...ABORTED_RUN, message: /parent placement not found/ },
    // The placement's policy snapshots go before the placement itself does; of an edited policy there is always one, but for an instant.
    {
      ...ABORTED_RUN,
      message: /no latest policy snapshot/,
      only: ({ words }) => ['removed', 'unread'].includes(words?.['placement'] ?? ''),
    },
    // Created again under the run, it has bindings that the run takes for another run's.
    { ...ABORTED_RUN, only: ({ words }) => words?.['placement'] === 'renewed' },
    { scope: 'run', fact: 'run-placement-renewed' },
  ],
  details: ({ fact }) =>
    fact === 'run-placement-renewed'
      ? {
          title: 'The placement was created again',
          explain:
            '{target} has succeeded, but then its placement was deleted and created again. What the run had brought was removed with the former placement, and nothing brings it for the new one.',
          remedy: ['Create a new run.'],
        }
      : {},
  outcome: 'failed',
  explain: 'The placement of {target} was deleted while the run was in progress.',
  remedy: ['Apply the placement again.', 'Create a new run.'],
});
