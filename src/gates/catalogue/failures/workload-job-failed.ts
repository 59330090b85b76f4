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
  explain:
    '{cluster} has given up {object}: its pods have failed as often as the Job allows, or its time is over. Kubernetes does not try it again.',
  remedy: [
    `Read what its last pod wrote: ${onMember('logs {objectArgs} --tail=50')}`,
    'Correct the Job, and deploy it under a new name: the pod template of a Job cannot be changed.',
  ],
});
