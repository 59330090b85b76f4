import { UNREACHABLE } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { refusedPods } from '../refused-pods.ts';

export const workloadReplicaFailure = defineFailure({
  id: 'workload-replica-failure',
  title: 'The member cannot create replicas',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'ReplicaFailure', status: 'True' }],
  outcome: ({ condition, words }) =>
    words?.['lasting'] === 'false' || UNREACHABLE.test(condition?.message ?? '') ? { kind: 'suspect', grace: 'member' } : 'failed',
  details: refusedPods,
  explain: '{object} on {cluster} cannot create its pods, as the member reports.',
  remedy: [
    `See the error: ${onMember('describe {objectArgs}')}`,
    `See the quotas and limit ranges of the namespace: ${onMember('describe resourcequotas,limitranges {namespaceArgs}')}`,
  ],
});
