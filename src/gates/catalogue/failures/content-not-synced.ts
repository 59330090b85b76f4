import { NOT_RECURSIVE, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const contentNotSynced = defineFailure({
  id: 'content-not-synced',
  title: 'The hub does not hold this deploy yet',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-unsynced' }],
  outcome: 'waiting',
  explain:
    'The hub has {object} with other content than was deployed, or does not have it. Nothing there shows that it ever had this content. If a GitOps controller brings it, it may still be synchronizing. If it was applied directly, another write replaced it before a snapshot was taken.',
  remedy: [
    `No action is needed while it synchronizes. If it does not arrive, compare the content, and see who wrote last and when: ${onHub('get {objectArgs} -o yaml --show-managed-fields')}`,
    NOT_RECURSIVE,
    'Check that the gate looks at the hub and the namespace that were deployed to: the command above names the context that it uses.',
  ],
});
