import { ABORTED_RUN } from '../aborted-run.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** An older run that went on after this one. */
const UNDONE: Details = {
  explain:
    '{winner} moved clusters that {target} had finished, to other content. No run looks again at what it has finished, so nothing brings this content back.',
  remedy: [
    'See which runs there are, and stop those with older content: `kubectl get {runs}`',
    'Create a new run with the content that should win.',
  ],
};

export const runPreempted = defineFailure({
  id: 'run-preempted',
  title: 'Another run took over',
  docs: DOCS.runExecution,
  when: [
    // The run says so of its own late write too: the bindings tell who has moved them.
    { ...ABORTED_RUN, message: /not up-to-date with the desired status/, only: ({ words }) => words?.['own'] === undefined },
    { scope: 'run', fact: 'run-undone' },
  ],
  details: ({ fact }) => (fact === 'run-undone' ? UNDONE : {}),
  outcome: 'failed',
  explain: 'A cluster that {target} was updating was moved by {winner}, which rolls the same placement out.',
  remedy: ['See where the other run is: `kubectl get {runs}`', 'Let it finish; create a new run if this content should win.'],
  seeAlso: 'run-beside-run',
});
