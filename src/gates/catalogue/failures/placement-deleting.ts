import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const AGAIN = 'Apply the placement again, if it was not meant to go. Who deleted it stands in the audit log of the hub.';
const LEFT = 'See what is still there: `kubectl get {bindings}`';

/** `deleteStrategy` is in the API alone (KubeFleet apis/placement/v1beta1; nothing in pkg of v0.3.1 and main reads it). */
export const placementDeleting = defineFailure({
  id: 'placement-deleting',
  title: 'The placement is being deleted',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-deleting' },
    { scope: 'placement', fact: 'placement-removed' },
  ],
  details: ({ fact }) => (fact === 'placement-removed' ? { title: 'The placement was deleted', remedy: [AGAIN, LEFT] } : {}),
  outcome: 'failed',
  explain:
    '{target} was deleted while it was followed. The placed objects are removed from the members too, whatever its deleteStrategy says: KubeFleet v0.3 and main do not read that field yet.',
  remedy: [
    'Find out who deleted it, and what is still removed: `kubectl get {targetArgs} -o yaml`',
    'Apply the placement again when that was not intended.',
  ],
});
