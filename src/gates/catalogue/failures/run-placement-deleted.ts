import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runPlacementDeleted = defineFailure({
  id: 'run-placement-deleted',
  title: 'The placement was deleted during the run',
  docs: DOCS.runExecution,
  when: [
    { ...ABORTED_RUN, message: /parent placement not found/ },
    // Policy snapshots are deleted before their placement. After an edit of the policy, one exists except for a moment.
    {
      ...ABORTED_RUN,
      message: /no latest policy snapshot/,
      only: ({ words }) => ['removed', 'unread'].includes(words?.['placement'] ?? ''),
    },
    // If the placement was created again during the run, the run reads the new bindings as those of another run.
    { ...ABORTED_RUN, only: ({ words }) => words?.['placement'] === 'renewed' },
    { scope: 'run', fact: 'run-placement-renewed' },
  ],
  details: ({ fact }) =>
    fact === 'run-placement-renewed'
      ? {
          title: 'The placement was created again',
          explain:
            'The placement was deleted and created again after {target} was planned. What the run had brought was removed with the former placement, and the run does not bring it again.',
          remedy: ['Create a new run.'],
        }
      : {},
  outcome: 'failed',
  explain: 'The placement of {target} was deleted while the run was in progress.',
  remedy: ['Apply the placement again.', 'Create a new run.'],
});
