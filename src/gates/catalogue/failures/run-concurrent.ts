import { RUNS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runConcurrent = defineFailure({
  id: 'run-concurrent',
  title: 'Another run is active on the same placement',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-concurrent' }],
  outcome: 'info',
  explain:
    '{object} is active on the same placement. Each run moves clusters to its own snapshot, also those that the other has finished: on every cluster the last one wins, also if it is the older run.',
  remedy: [
    `List them: ${RUNS}`,
    `Keep one run for each placement. This stops the other one where it is: ${onHub('patch {objectArgs} --type=merge -p \'{"spec":{"state":"Stop"}}\'')}`,
  ],
});
