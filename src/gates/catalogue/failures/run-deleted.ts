import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runDeleted = defineFailure({
  id: 'run-deleted',
  title: 'The run is gone',
  docs: DOCS.run,
  when: [
    { scope: 'run', fact: 'run-removed' },
    { scope: 'run', fact: 'run-deleting' },
  ],
  outcome: 'failed',
  explain: '{target} was deleted while it was followed. Clusters it had moved stay moved, the others keep the old content.',
  remedy: ['See what the clusters hold: `kubectl get {bindings} -o wide`', 'Create a new run to finish the rollout.'],
});
