import { NOT_RECURSIVE } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const contentNotSynced = defineFailure({
  id: 'content-not-synced',
  title: 'The hub does not hold this deploy yet',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-unsynced' }],
  outcome: 'waiting',
  explain:
    'The hub has {object} otherwise than it was deployed, or not at all, and nothing there shows that it ever had this content. Where a GitOps controller brings it, it may still be synchronising; where it was applied directly, somebody has written over it before a snapshot was taken. Nothing is rolled out of what the hub does not have.',
  remedy: [
    'Nothing to do while it synchronises.',
    'When it does not come, compare, and see who wrote last and when: `kubectl get {objectArgs} -o yaml --show-managed-fields`',
    NOT_RECURSIVE,
    'Check that the gate is pointed at the hub and the namespace that were deployed to: `kubectl config current-context`',
  ],
});
