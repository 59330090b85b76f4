import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). Its controller replaces the evicted pod, so the gate waits. */
export const workloadEvicted = defineFailure({
  id: 'workload-evicted',
  title: 'Pods are removed from their nodes',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-evicted' }],
  outcome: 'waiting',
  explain:
    'Pods of {object} are evicted on {cluster}: a node runs out of a resource or is drained, a taint keeps them off, or pods with a higher priority take their place.',
  remedy: [
    `See why the pod was evicted: ${onMember('describe pod {pod} {namespaceArgs}')}`,
    `See the nodes and their pressure: ${onMember('describe nodes')}`,
    'If a node runs out of a resource, set requests that cover what the pods really use, also for ephemeral storage.',
    `If pods are preempted, compare their priority class with those of the others: ${onMember('get priorityclasses')}`,
  ],
});
