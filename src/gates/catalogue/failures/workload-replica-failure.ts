import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const workloadReplicaFailure = defineFailure({
  id: 'workload-replica-failure',
  title: 'The member cannot create replicas',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'ReplicaFailure', status: 'True' }],
  outcome: 'failed',
  explain: "{object} on {cluster} cannot create its pods, by the member's own report.",
  remedy: [
    'On {cluster}, read the error: `kubectl describe {objectArgs}`',
    'Look at the quota, the admission policies and the service account there: `kubectl describe resourcequotas {namespaceArgs}`',
  ],
});
