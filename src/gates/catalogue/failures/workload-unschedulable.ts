import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadUnschedulable = defineFailure({
  id: 'workload-unschedulable',
  title: 'The pods fit on no node',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-unschedulable' }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The scheduler of {cluster} finds no node for the pods of {object}: resources, taints or affinity do not fit.',
  remedy: [
    'On {cluster}, see why: `kubectl get events {namespaceArgs} --field-selector reason=FailedScheduling`',
    'Free or add capacity there, or lower what {object} requests.',
    'Compare its node selector, affinity and tolerations with the nodes of {cluster}: `kubectl get nodes --show-labels`',
  ],
});
