import { containerEndDetails, LOGS_BEFORE } from '../container-end-details.ts';
import { DOCS } from '../docs.ts';
import type { Observation } from '../../observations/observation.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { capitalised } from '../../../fleet/text/capitalised.ts';

/** Seen only with access to the member (`--member`). */
export const workloadCrashLoop = defineFailure({
  id: 'workload-crash-loop',
  title: 'The containers crash',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-crash-loop' }],
  outcome: (observation) => (observation.words?.['lasting'] === 'true' ? 'failed' : { kind: 'suspect', grace: 'member' }),
  details: (observation) => ({ ...crashDetails(observation), ...containerEndDetails(observation) }),
  explain: 'On {cluster}, {whichContainer} of {object} ends shortly after each start.',
  remedy: [
    `Read what it wrote before it ended: ${LOGS_BEFORE}`,
    'Look for what differs on this cluster: configuration, secrets, or services that it needs.',
  ],
});

/** The kubelet ends a container whose liveness or startup probe fails. */
function crashDetails({ words = {} }: Observation): Details {
  const { whichContainer, probe } = words;
  if (whichContainer === undefined) return {};
  if (probe !== 'liveness' && probe !== 'startup') return { title: `${capitalised(whichContainer)} crashes` };
  return {
    title: `${capitalised(whichContainer)} is restarted because its ${probe} probe fails`,
    explain: 'On {cluster}, the kubelet ends {whichContainer} of {object} again and again, because its {probe} probe fails.',
    remedy: [
      `Read what it wrote before it ended: ${LOGS_BEFORE}`,
      'Compare the path, port and times of the {probe} probe with the application.',
      'Look for what it depends on and cannot reach from this cluster.',
    ],
  };
}
