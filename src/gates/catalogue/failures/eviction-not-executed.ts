import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const RELAX =
  'Relax the disruption budget, or wait until more clusters are available: `kubectl get clusterresourceplacementdisruptionbudgets.placement.kubernetes-fleet.io {name} -o yaml`';
const ANEW =
  'Create a new eviction: the old one is never looked at again. Delete it first to use its name again: `kubectl delete {objectArgs}`';

export const evictionNotExecuted = defineFailure({
  id: 'eviction-not-executed',
  title: 'The eviction was refused',
  docs: DOCS.eviction,
  when: [{ scope: 'placement', fact: 'eviction-refused' }],
  details: ({ words }) => {
    const why = words?.['why'] ?? '';
    const title = `The eviction from ${words?.['evicted'] ?? 'a cluster'} was refused: ${why}`;
    return /DisruptionBudget/.test(why) ? { title, remedy: [RELAX, ANEW] } : { title };
  },
  outcome: 'failed',
  explain: 'The deploy asks to evict {target} from cluster {evicted}, and the hub refused it for good: an eviction is looked at only once.',
  remedy: ['Correct what the hub names as its reason: {why}', ANEW],
});
