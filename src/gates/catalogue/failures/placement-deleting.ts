import { AGENT_PODS, BINDINGS, SUPPORT, WORKS_LEFT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

const AGAIN = 'If it should not have been deleted, apply the placement again. The audit log of the hub shows who deleted it.';
const LEFT = `See what is still there: ${BINDINGS}`;

/** The hub waits for a member agent, which waits for the finalizers of others on its objects. */
const HELD: Details = {
  remedy: [
    `See what is left for {cluster} on the hub: ${WORKS_LEFT}`,
    'Look for finalizers on those objects on {cluster}, and repair the controller that should remove them. The deletion then ends by itself.',
    `Check that the member agent runs: ${AGENT_PODS}`,
    AGAIN,
    SUPPORT,
  ],
};

/** `deleteStrategy` is only in the API (KubeFleet apis/placement/v1beta1; nothing in pkg of v0.3.1 and main reads it). */
export const placementDeleting = defineFailure({
  id: 'placement-deleting',
  title: 'The placement is being deleted',
  docs: DOCS.placement,
  when: [
    { scope: 'placement', fact: 'placement-deleting' },
    { scope: 'placement', fact: 'placement-removed' },
  ],
  details: ({ fact, words }) => {
    if (fact === 'placement-removed') return { title: 'The placement was deleted', remedy: [LEFT, AGAIN] };
    return words?.['left'] === undefined ? {} : HELD;
  },
  // The watch of placements may be behind.
  outcome: ({ words }) => (words?.['openRun'] === undefined ? 'failed' : { kind: 'suspect', grace: 'run', answered: true }),
  explain:
    '{target} was deleted while it was followed. Its objects are removed from the members too, whatever its deleteStrategy says: KubeFleet v0.3 and main do not read that field yet.',
  remedy: [`See what is still removed: ${BINDINGS}`, AGAIN],
});
