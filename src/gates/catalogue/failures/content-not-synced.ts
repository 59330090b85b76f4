import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const contentNotSynced = defineFailure({
  id: 'content-not-synced',
  title: 'The hub does not hold this deploy yet',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-unsynced' }],
  outcome: { kind: 'waiting' },
  explain:
    'The hub has {object} otherwise than it was deployed, or not at all. Where a GitOps controller brings it there, it may still be synchronising; nothing is rolled out of what the hub does not have.',
  remedy: [
    'Nothing to do while it synchronises.',
    'When it does not come, compare: `kubectl get {objectArgs} -o yaml`',
    'Check that the gate is pointed at the hub and the namespace that were deployed to: `kubectl config current-context`',
  ],
});
