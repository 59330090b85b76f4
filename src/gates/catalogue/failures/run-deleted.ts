import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runDeleted = defineFailure({
  id: 'run-deleted',
  title: 'The run was deleted',
  docs: DOCS.run,
  when: [
    { scope: 'run', fact: 'run-removed' },
    { scope: 'run', fact: 'run-deleting' },
  ],
  outcome: 'failed',
  explain: '{target} was deleted while it was followed. Clusters that it has updated keep the new content, the others keep the old.',
  remedy: [
    `See what each cluster has: ${onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o wide')}`,
    'Create a new run to finish the rollout.',
  ],
});
