import { BINDINGS, HEARTBEAT, HUB_LOG, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

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
  // The hub has still to write the Works: no member can answer.
  details: ({ condition }) =>
    condition?.type === 'Overridden' || condition?.type === 'WorkSynchronized'
      ? {
          title: 'The hub has not sent it yet',
          explain: 'The hub has still to write the content for {cluster}; its member agent has nothing to answer yet.',
          remedy: [
            `Nothing to do for some seconds. When it lasts, look at the binding: ${BINDINGS}`,
            `And at the hub agent log: ${HUB_LOG}`,
          ],
        }
      : {},
  explain: 'The content is on its way to {cluster}; its member agent has not reported a result for it yet.',
  remedy: [`Nothing to do while heartbeats arrive: ${HEARTBEAT}`, `When it lasts although they do, look at the Work: ${WORKS}`],
});
