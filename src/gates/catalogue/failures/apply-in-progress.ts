import { HEARTBEAT, WORKS } from '../commands.ts';
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
  explain: 'The content is on its way to {cluster}; its member agent has not reported a result for it yet.',
  remedy: [`Nothing to do while heartbeats arrive: ${HEARTBEAT}`, `When it lasts although they do, look at the Work: ${WORKS}`],
});
