import { BINDINGS, HEARTBEAT, HUB_LOG, HUB_PODS, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The Works are still to be written. */
const UNSENT: Details = {
  title: 'The hub has not sent it yet',
  explain: 'The hub has still to write the content for {cluster}; its member agent has nothing to answer yet.',
  remedy: [`Nothing to do for some seconds. When it lasts, look at the binding: ${BINDINGS}`, `And at the hub agent log: ${HUB_LOG}`],
};

const ANSWERED: Details = {
  title: 'The hub has not taken over the answer yet',
  explain: '{cluster} has answered in its Works; the hub agent has still to copy that into the status of the placement.',
  remedy: [
    `Nothing to do for some seconds. When it lasts, check that the hub agent runs: ${HUB_PODS}`,
    `See both: ${WORKS} and ${BINDINGS}`,
  ],
};

export const applyInProgress = defineFailure({
  id: 'apply-in-progress',
  title: 'The member has not answered yet',
  docs: DOCS.applied,
  when: [
    { scope: 'cluster', step: 'Applied', status: 'False', reasons: ['ApplyInProgress', 'NotAllWorkHaveBeenApplied'] },
    { scope: 'cluster', step: 'Applied', status: 'Unknown', reasons: ['ApplyPending'] },
    { scope: 'cluster', step: 'Available', status: 'Unknown', reasons: ['ResourceAvailableUnknown'] },
    { scope: 'cluster', step: 'Overridden', status: 'Unknown', reasons: ['OverriddenPending'] },
    { scope: 'cluster', step: 'WorkSynchronized', status: 'Unknown', reasons: ['WorkSynchronizedUnknown'] },
    { scope: 'cluster', step: 'DiffReported', status: 'Unknown', reasons: ['DiffReportingPending'] },
    { scope: 'cluster', step: 'DiffReported', status: 'False', reasons: ['DiffReportInProgress'] },
    { scope: 'cluster', step: 'Available', status: 'False', reasons: ['NotAllWorkAreAvailable'] },
  ],
  outcome: 'waiting',
  details: ({ condition, words }) => {
    if (words?.['answered'] === 'true') return ANSWERED;
    // No member can answer before.
    return condition?.type === 'Overridden' || condition?.type === 'WorkSynchronized' ? UNSENT : {};
  },
  explain: 'The content is on its way to {cluster}; its member agent has not reported a result for it yet.',
  remedy: [`Nothing to do while heartbeats arrive: ${HEARTBEAT}`, `When it lasts although they do, look at the Work: ${WORKS}`],
});
