import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const removalPending = defineFailure({
  id: 'removal-pending',
  title: 'A removed object is still on the member',
  docs: DOCS.snapshots,
  when: [{ scope: 'manifest', fact: 'removal-pending' }],
  outcome: 'waiting',
  explain: '{object} is no longer part of {target}, but it is still on {cluster}. It is not deleted before its finalizers are removed.',
  remedy: [
    `See its metadata.finalizers on {cluster}: ${onMember('get {objectArgs} -o yaml')}`,
    'Start the controller that should remove the finalizer, or correct the cause that it reports.',
  ],
});
