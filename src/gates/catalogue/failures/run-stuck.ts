import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runStuck = defineFailure({
  id: 'run-stuck',
  title: 'The run is stuck',
  docs: DOCS.runStuck,
  when: [{ scope: 'run', fact: 'run-stuck-cluster' }],
  outcome: 'stuck',
  explain: '{cluster} has not finished for more than five minutes; the run keeps waiting for it. Nothing aborts it.',
  remedy: [
    'Correct what keeps {cluster} from finishing. What it reports of the rollout: `kubectl get {bindings} -o yaml`',
    'Correct the content and create a new run; this one may be deleted: `kubectl delete {targetArgs}`',
  ],
});
