import type { When } from './failure.ts';

/** Where an update run says why it ended early: it has one reason for all of that, only the message tells causes apart (KubeFleet pkg/controllers/updaterun). */
export const ABORTED_RUN = { scope: 'run', step: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'] } as const satisfies When;
