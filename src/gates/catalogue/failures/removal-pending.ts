import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const removalPending = defineFailure({
  id: 'removal-pending',
  title: 'A removed object is still on the member',
  docs: DOCS.snapshots,
  when: [{ scope: 'manifest', fact: 'removal-pending' }],
  outcome: 'waiting',
  explain: '{object} is no part of {target} any more and is still on {cluster}: it is not deleted before its finalizers are removed.',
  remedy: [
    'See what holds it. On {cluster}: `kubectl get {objectArgs} -o yaml`, metadata.finalizers',
    'Start the controller that is to remove the finalizer, or correct what it complains about.',
  ],
});
