import { BINDINGS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const AGAIN = 'If it should not have been deleted, apply the placement again. The audit log of the hub shows who deleted it.';
const LEFT = `See what is still there: ${BINDINGS}`;

/** `deleteStrategy` is in the API alone (KubeFleet apis/placement/v1beta1; nothing in pkg of v0.3.1 and main reads it). */
export const placementDeleting = defineFailure({
  id: 'placement-deleting',
  title: 'The placement is being deleted',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-deleting' },
    { scope: 'placement', fact: 'placement-removed' },
  ],
  details: ({ fact }) => (fact === 'placement-removed' ? { title: 'The placement was deleted', remedy: [LEFT, AGAIN] } : {}),
  outcome: 'failed',
  explain:
    '{target} was deleted while it was followed. Its objects are removed from the members too, whatever its deleteStrategy says: KubeFleet v0.3 and main do not read that field yet.',
  remedy: [`See what is still removed: ${BINDINGS}`, AGAIN],
});
