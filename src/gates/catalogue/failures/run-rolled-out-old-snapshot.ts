import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runRolledOutOldSnapshot = defineFailure({
  id: 'run-rolled-out-old-snapshot',
  title: 'The run rolled out older content',
  docs: DOCS.runExecution,
  when: [{ scope: 'run', fact: 'run-old-content' }],
  outcome: 'failed',
  explain:
    '{target} succeeded, but with resource snapshot {index}, which does not hold this deploy: a run created right after an edit takes the snapshot from before it, and one with an explicit index takes just that.',
  remedy: [
    'Have the newest content taken: create a throw-away run with state Initialize, and wait 30 seconds.',
    'See which snapshot holds the deploy: `kubectl get {snapshots} -o yaml`',
    'Create the run again, or one that names the index: spec.resourceSnapshotIndex.',
  ],
  seeAlso: 'run-takes-old-snapshot',
});
