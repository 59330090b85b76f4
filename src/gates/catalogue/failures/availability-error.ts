import { MEMBER_LOG, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const availabilityError = defineFailure({
  id: 'availability-error',
  title: 'The availability cannot be read',
  docs: DOCS.available,
  when: [{ scope: 'manifest', step: 'Available', status: 'False', reasons: ['Failed'] }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The member agent of {cluster} cannot tell whether {object} is available.',
  remedy: [`See the error in the Work: ${WORKS}`, `See the log of the member agent on {cluster}: ${MEMBER_LOG}`],
});
