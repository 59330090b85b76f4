import { WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const applyUndecodable = defineFailure({
  id: 'apply-undecodable',
  title: 'The manifest cannot be decoded',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: ['DecodingErred'] }],
  outcome: 'failed',
  explain: 'The member agent of {cluster} cannot decode {object}. No retry helps.',
  remedy: [
    `See which manifest of the Work it is, and the whole message: ${WORKS}`,
    'Correct the manifest of {object}, also if it is in an envelope.',
  ],
});
