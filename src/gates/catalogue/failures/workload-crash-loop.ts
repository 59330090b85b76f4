import { onMember } from '../commands.ts';
import { containerEndDetails } from '../container-end-details.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). */
export const workloadCrashLoop = defineFailure({
  id: 'workload-crash-loop',
  title: 'The containers crash',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-crash-loop' }],
  outcome: (observation) => (observation.words?.['lasting'] === 'true' ? 'failed' : { kind: 'suspect', grace: 'member' }),
  details: containerEndDetails,
  explain: 'On {cluster}, {whichContainer} of {object} starts and ends again, over and over.',
  remedy: [
    `Read what it wrote before it ended: ${onMember('logs {pod} -c {container} {namespaceArgs} --previous --tail=50')}`,
    'Look for what differs on this cluster: configuration, secrets, or services that it needs.',
  ],
});
