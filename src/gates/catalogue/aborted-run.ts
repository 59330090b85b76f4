/** Where an update run says why it ended early: it has one reason for all of that, only the message tells causes apart (KubeFleet pkg/controllers/updaterun). */
export const ABORTED_RUN = { scope: 'run', stage: 'Succeeded', status: 'False', reasons: ['UpdateRunFailed'] } as const;
