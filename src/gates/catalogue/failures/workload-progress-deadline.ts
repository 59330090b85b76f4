import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadProgressDeadline = defineFailure({
  id: 'workload-progress-deadline',
  title: 'The rollout deadline on the member has passed',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Progressing', status: 'False', reasons: ['ProgressDeadlineExceeded'] }],
  outcome: 'failed',
  explain: '{object} on {cluster} did not make progress within its progressDeadlineSeconds, as the member reports.',
  remedy: [
    `See its pods, for image, capacity and probes: ${onMember('describe {objectArgs}')} and ${onMember('get pods {namespaceArgs}')}`,
  ],
});
