import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** It has still to end, and nothing it does until then brings this deploy. */
const AT_WORK: Details = {
  title: 'The run rolls out older content',
  explain:
    '{target} has taken resource snapshot {index}, which does not hold this deploy, and keeps it to its end: a run created right after an edit takes the snapshot from before it, and one with an explicit index takes just that. No approval changes that.',
  remedy: [
    'Approve nothing more of {target}, and delete it: `kubectl delete {targetArgs}`',
    'Have the newest content taken: create a throw-away run with state Initialize, and wait 30 seconds.',
    'See which snapshot holds the deploy: `kubectl get {snapshots} -o yaml`',
    'Create the run again, or one that names the index: spec.resourceSnapshotIndex.',
  ],
};

export const runRolledOutOldSnapshot = defineFailure({
  id: 'run-rolled-out-old-snapshot',
  title: 'The run rolled out older content',
  docs: DOCS.runExecution,
  when: [
    { scope: 'run', fact: 'run-old-content' },
    { scope: 'run', fact: 'run-takes-old-content' },
  ],
  outcome: 'failed',
  details: ({ fact }) => (fact === 'run-takes-old-content' ? AT_WORK : {}),
  explain:
    '{target} succeeded, but with resource snapshot {index}, which does not hold this deploy: a run created right after an edit takes the snapshot from before it, and one with an explicit index takes just that.',
  remedy: [
    'Have the newest content taken: create a throw-away run with state Initialize, and wait 30 seconds.',
    'See which snapshot holds the deploy: `kubectl get {snapshots} -o yaml`',
    'Create the run again, or one that names the index: spec.resourceSnapshotIndex.',
  ],
  seeAlso: 'run-takes-old-snapshot',
});
