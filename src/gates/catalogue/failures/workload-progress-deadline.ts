import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadProgressDeadline = defineFailure({
  id: 'workload-progress-deadline',
  title: 'The rollout deadline on the member has passed',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Progressing', status: 'False', reasons: ['ProgressDeadlineExceeded'] }],
  outcome: 'failed',
  explain: "{object} on {cluster} did not make progress within its progressDeadlineSeconds, by the member's own report.",
  remedy: [
    'Look at its pods on {cluster}, for image, capacity and probes: `kubectl describe {objectArgs}` and `kubectl get pods {namespaceArgs}`',
  ],
});
