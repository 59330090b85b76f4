import { MEMBER_LOG, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const driftCheckFailed = defineFailure({
  id: 'drift-check-failed',
  title: 'The object on the member could not be examined',
  docs: DOCS.drift,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToRunDriftDetection', 'FailedToFindObjInMemberCluster'] },
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: ['FailedToTakeOver'],
      message: /failed to calculate configuration diffs/,
    },
  ],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The member agent could not read or compare {object} on {cluster}. It tries again by itself.',
  remedy: [
    `See the whole error in the Work: ${WORKS}`,
    `Check the API server of {cluster}, and the log of its member agent: ${MEMBER_LOG}`,
  ],
});
