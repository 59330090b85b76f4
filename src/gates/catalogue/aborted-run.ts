import type { When } from './failure.ts';

/**
 * Identifies an update run that ended early. It has one reason for all causes, so only the message distinguishes them
 * (KubeFleet pkg/controllers/updaterun).
 */
export const ABORTED_RUN = { scope: 'run', step: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'] } as const satisfies When;
