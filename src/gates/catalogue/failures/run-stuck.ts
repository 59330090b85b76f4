import { BINDINGS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStuck = defineFailure({
  id: 'run-stuck',
  title: 'The run is stuck',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-stuck-cluster' }],
  outcome: 'stuck',
  explain: '{cluster} has not finished for more than five minutes, and the run keeps waiting for it. The run does not stop by itself.',
  remedy: [
    `See what {cluster} reports of the rollout: ${BINDINGS}`,
    'Correct what keeps {cluster} from finishing. If the cause is on the cluster itself, the run continues after you correct it.',
    `If the content is wrong, correct it and create a new run. You can delete the old run, which changes nothing on the clusters: ${onHub('delete {targetArgs}')}`,
  ],
});
