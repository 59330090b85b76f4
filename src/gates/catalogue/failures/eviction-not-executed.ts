import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const evictionNotExecuted = defineFailure({
  id: 'eviction-not-executed',
  title: 'The eviction was refused',
  docs: DOCS.eviction,
  when: [{ scope: 'placement', fact: 'eviction-refused' }],
  outcome: 'failed',
  explain: 'The deploy asks to evict {target} from cluster {evicted}, and the hub refused it for good: an eviction is judged only once.',
  remedy: [
    'Read the reason in the evidence; relax the budget or wait until enough clusters are available: `kubectl get clusterresourceplacementdisruptionbudgets.placement.kubernetes-fleet.io {name} -o yaml`',
    'Create a new eviction: the old one is never looked at again. Delete it first to use its name again: `kubectl delete {objectArgs}`',
  ],
});
