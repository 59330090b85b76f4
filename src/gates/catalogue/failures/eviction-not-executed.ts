import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** `crpdb` is the short name in the CustomResourceDefinition: the full name does not fit on a phone. */
const RELAX = `See the disruption budget: ${onHub('get crpdb {name} -o yaml')}. Relax it, or wait until more clusters are available.`;
const CREATE_AGAIN = `Create a new eviction, as the old one is not evaluated again. To use its name again, delete it first; that changes nothing else: ${onHub('delete {objectArgs}')}`;

export const evictionNotExecuted = defineFailure({
  id: 'eviction-not-executed',
  title: 'The eviction was refused',
  docs: DOCS.eviction,
  when: [{ scope: 'placement', fact: 'eviction-refused' }],
  details: ({ words }) => {
    const why = words?.['why'] ?? '';
    const title = `The eviction from ${words?.['evicted'] ?? 'a cluster'} was refused: ${why}`;
    return /DisruptionBudget/.test(why) ? { title, remedy: [RELAX, CREATE_AGAIN] } : { title };
  },
  outcome: 'failed',
  explain: 'The deploy asks to evict {target} from cluster {evicted}, and the hub refused it. An eviction is evaluated only once.',
  remedy: ['Correct the cause that the hub reports: {why}', CREATE_AGAIN],
});
