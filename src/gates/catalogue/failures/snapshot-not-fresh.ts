import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const snapshotNotFresh = defineFailure({
  id: 'snapshot-not-fresh',
  title: 'The hub still shows the content before this deploy',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-awaited' }],
  outcome: 'waiting',
  explain:
    'The hub collects changes for 15 to 30 seconds before it takes a new resource snapshot. Until then its status is green for what was there before.',
  remedy: [
    'Nothing to do: the gate waits for the snapshot that holds this deploy.',
    'When it does not come, compare: `kubectl get {snapshots} -l kubernetes-fleet.io/parent-CRP={name} -o yaml`',
  ],
});
