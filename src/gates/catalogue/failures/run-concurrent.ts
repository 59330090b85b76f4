import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runConcurrent = defineFailure({
  id: 'run-concurrent',
  title: 'Another run is at work on the same placement',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-concurrent' }],
  outcome: 'info',
  explain:
    '{object} is active on the same placement. Each moves clusters to its own snapshot, also those that the other has finished: on every cluster the last one wins, whichever is younger.',
  remedy: [
    'List them: `kubectl get {runs}`',
    'Keep one run per placement: stop the other one, `kubectl patch {objectArgs} --type=merge -p \'{"spec":{"state":"Stop"}}\'`',
  ],
});
