import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`): the hub does not track Jobs, and is green without them. */
export const workloadJobFailed = defineFailure({
  id: 'workload-job-failed',
  title: 'The Job has failed',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'job-failed' }],
  outcome: 'failed',
  explain:
    '{cluster} has given {object} up: its pods have failed as often as the Job allows, or its time is over. Kubernetes never tries it again.',
  remedy: [
    'On {cluster}, read what its last pod said: `kubectl logs {objectArgs}`',
    'Correct the Job and deploy it under a new name: what its pods run cannot be changed.',
  ],
});
