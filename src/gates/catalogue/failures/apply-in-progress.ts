import { BINDINGS, HEARTBEAT, HUB_LOG, HUB_PODS, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The Works are not written yet. */
const UNSENT: Details = {
  title: 'The hub has not sent it yet',
  explain: 'The hub has not written the content for {cluster} yet, so its member agent has nothing to apply.',
  remedy: [`Wait for some seconds. If it lasts, see the binding: ${BINDINGS}`, `And the log of the hub agent: ${HUB_LOG}`],
};

const ANSWERED: Details = {
  title: 'The hub has not copied the answer yet',
  explain: '{cluster} has answered in its Works. The hub agent has not copied the answer into the status of the placement yet.',
  remedy: [
    `Wait for some seconds. If it lasts, check that the hub agent runs: ${HUB_PODS}`,
    `Compare the Work with the binding: ${WORKS} and ${BINDINGS}`,
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
    // Before these steps, no member can answer.
    return condition?.type === 'Overridden' || condition?.type === 'WorkSynchronized' ? UNSENT : {};
  },
  explain: 'The content is on its way to {cluster}. Its member agent has not reported a result yet.',
  remedy: [`Check that heartbeats arrive, and wait: ${HEARTBEAT}`, `If heartbeats arrive and it lasts, see the Work: ${WORKS}`],
});
