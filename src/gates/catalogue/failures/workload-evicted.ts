import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). Its controller makes a new pod in place of the evicted one, so that it is waited for. */
export const workloadEvicted = defineFailure({
  id: 'workload-evicted',
  title: 'Pods are taken off their nodes',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-evicted' }],
  outcome: 'waiting',
  explain:
    'Pods of {object} are evicted on {cluster}: a node is short of something or is drained, a taint keeps them off, or more important pods take their place.',
  remedy: [
    'On {cluster}, see the nodes and their pressure: `kubectl describe nodes`',
    'Where a node runs short, set requests that hold what the pods really use, ephemeral storage too.',
    'Where pods are preempted, compare their priority class with that of the others on {cluster}: `kubectl get priorityclasses`',
  ],
});
