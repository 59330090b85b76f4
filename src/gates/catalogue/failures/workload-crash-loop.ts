import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadCrashLoop = defineFailure({
  id: 'workload-crash-loop',
  title: 'The containers crash',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-crash-loop' }],
  outcome: (observation) => (observation.words?.['lasting'] === 'true' ? 'failed' : { kind: 'suspect', grace: 'member' }),
  explain: 'The containers of {object} start on {cluster} and end again, over and over.',
  remedy: [
    'On {cluster}, read what it said: `kubectl logs {objectArgs} --previous`',
    'Look for what differs on this cluster: configuration, secrets, or services it expects.',
  ],
});
