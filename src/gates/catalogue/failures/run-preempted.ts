import { ABORTED_RUN } from '../aborted-run.ts';
import { RUNS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import type { Details } from '../failure.ts';

/** An older run continued after this one. */
const UNDONE: Details = {
  explain:
    '{winner} moved clusters that {target} had finished to other content. A run does not look again at what it has finished, so nothing brings this content back.',
  remedy: [
    `See which runs there are, and which have older content: ${RUNS}`,
    'Stop those, and create a new run with the content that should win.',
  ],
};

export const runPreempted = defineFailure({
  id: 'run-preempted',
  title: 'Another run took over',
  docs: DOCS.runExecution,
  when: [
    // The run reports this for its own late write too. The bindings show which run moved them.
    { ...ABORTED_RUN, message: /not up-to-date with the desired status/, only: ({ words }) => words?.['own'] === undefined },
    { scope: 'run', fact: 'run-undone' },
  ],
  details: ({ fact }) => (fact === 'run-undone' ? UNDONE : {}),
  outcome: 'failed',
  explain: '{winner}, which rolls out the same placement, moved a cluster that {target} was updating.',
  remedy: [`See where the other run is: ${RUNS}`, 'Let it finish. If this content should win, create a new run afterwards.'],
  foundBy: [{ rule: 'run-beside-run', when: hasWord('isWinnerOlder') }],
});
