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
  explain: 'Applying {object} on {cluster} fails. KubeFleet keeps trying.',
  remedy: [`See the whole message in the Work: ${WORKS}`, `See the log of the member agent on {cluster}: ${MEMBER_LOG}`],
});
