import { DOCS } from '../docs.ts';
import { exceededQuota } from '../exceeded-quota.ts';
import { defineFailure } from '../failure.ts';
import { policySentence } from '../policy-sentence.ts';
import { quotaDetails } from '../quota-details.ts';

export const workloadReplicaFailure = defineFailure({
  id: 'workload-replica-failure',
  title: 'The member cannot create replicas',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'ReplicaFailure', status: 'True' }],
  outcome: 'failed',
  details: ({ condition }) => {
    const message = condition?.message ?? '';
    const title = policySentence(message);
    return title === undefined || exceededQuota(message) !== undefined ? quotaDetails(message) : { title };
  },
  explain: "{object} on {cluster} cannot create its pods, by the member's own report.",
  remedy: [
    'On {cluster}, read the error: `kubectl describe {objectArgs}`',
    'Look at the quota, the admission policies and the service account on {cluster}: `kubectl describe resourcequotas {namespaceArgs}`',
  ],
});
