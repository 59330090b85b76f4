import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runRolledOutOldSnapshot = defineFailure({
  id: 'run-rolled-out-old-snapshot',
  title: 'The run rolled out older content',
  docs: DOCS.runExecution,
  when: [{ scope: 'run', fact: 'run-old-content' }],
  outcome: { kind: 'terminal' },
  explain:
    '{target} succeeded, but with resource snapshot {index}, which does not hold this deploy: a run created right after an edit takes the snapshot from before it, and one with an explicit index takes just that.',
  remedy: [
    'Create a throw-away run with state Initialize to have a new snapshot made, wait 30 seconds, then create the run again.',
    'Or name the index that holds the deploy in spec.resourceSnapshotIndex.',
  ],
});
