import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`): the hub does not track Jobs, or shows a failed one as not available yet. */
export const workloadJobFailed = defineFailure({
  id: 'workload-job-failed',
  title: 'The Job has failed',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'job-failed' }],
  outcome: 'failed',
  explain: '{cluster} does not run {object} again: its pods failed as often as backoffLimit allows, or activeDeadlineSeconds has passed.',
  remedy: [
    `Read what its last pod wrote: ${onMember('logs {objectArgs} --tail=50')}`,
    'Correct the Job, and deploy it under a new name: the pod template of a Job cannot be changed.',
  ],
});
