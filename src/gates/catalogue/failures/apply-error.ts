import { WRITES } from '../api-words.ts';
import { MEMBER_LOG, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const applyError = defineFailure({
  id: 'apply-error',
  title: 'The object cannot be applied',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'Applying {object} on {cluster} fails; KubeFleet tries again for ever.',
  remedy: [
    `Read the message in the evidence, and the whole chain in the Work: ${WORKS}`,
    `Read the member agent log on {cluster}: ${MEMBER_LOG}`,
  ],
});
