import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const runConcurrent = defineFailure({
  id: 'run-concurrent',
  title: 'Another run is at work on the same placement',
  docs: DOCS.run,
  when: [{ scope: 'run', fact: 'run-concurrent' }],
  outcome: 'info',
  explain: '{object} is active on the same placement; the younger one takes clusters from the older.',
  remedy: [
    'List them: `kubectl get {runs}`',
    'Keep one run per placement: stop the other one, `kubectl patch {objectArgs} --type=merge -p \'{"spec":{"state":"Stop"}}\'`',
  ],
});
