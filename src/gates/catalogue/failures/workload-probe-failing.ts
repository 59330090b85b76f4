import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** Seen only with access to the member (`--member`). A slow start cannot be distinguished from a broken one, so the gate waits. */
export const workloadProbeFailing = defineFailure({
  id: 'workload-probe-failing',
  title: 'A probe fails',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-probe' }],
  outcome: 'waiting',
  details: ({ words = {} }) => {
    const { probe = '', whichContainer } = words;
    return probe === '' || whichContainer === undefined ? {} : { title: `The ${probe} probe of ${whichContainer} fails` };
  },
  explain:
    'On {cluster}, {whichContainer} of {object} runs, but a probe reports that it is not ready. This can be temporary if the application starts slowly.',
  remedy: [
    `Read what the application writes: ${onMember('logs {pod} -c {container} {namespaceArgs} --tail=50')}`,
    'Compare the path, port and times of the probe with the application.',
    'Look for what it depends on and cannot reach from this cluster.',
  ],
});
