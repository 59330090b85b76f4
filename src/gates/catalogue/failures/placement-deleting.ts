import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const AGAIN = 'Apply the placement again, if it was not meant to go. Who deleted it stands in the audit log of the hub.';
const LEFT = 'See what is still there: `kubectl get {bindings}`';

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
    '{target} was deleted while it was followed. Unless its deleteStrategy keeps them, the placed objects are removed from the members too.',
  remedy: [
    'Find out who deleted it, and what is still removed: `kubectl get {targetArgs} -o yaml`',
    'Apply the placement again when that was not intended.',
  ],
});
