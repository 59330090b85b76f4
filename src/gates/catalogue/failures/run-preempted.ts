import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runPreempted = defineFailure({
  id: 'run-preempted',
  title: 'Another run took over',
  docs: DOCS.runExecution,
  when: [{ ...ABORTED_RUN, message: /not up-to-date with the desired status/ }],
  outcome: 'failed',
  explain: 'A cluster that {target} was updating was moved by {winner}, which rolls the same placement out.',
  remedy: ['See where the other run is: `kubectl get {runs}`', 'Let it finish; create a new run if this content should win.'],
  seeAlso: 'run-beside-run',
});
