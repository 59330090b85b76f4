import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (lab.md). */
export const applyRejectedInvalid = defineFailure({
  id: 'apply-rejected-invalid',
  title: 'The member refuses the object as invalid',
  docs: DOCS.applied,
  precedence: 18,
  when: [
    {
      scope: 'manifest',
      stage: 'Applied',
      status: 'False',
      reasons: ['ManifestApplyFailed'],
      message: /is invalid:|Invalid value|unknown field|strict decoding|Forbidden: updates to|Required value|Unsupported value/,
    },
  ],
  outcome: { kind: 'terminal' },
  explain: 'The API server of {cluster} refuses {object}. It would refuse it every time. What it said: {message}',
  remedy: ['Correct {object} as the message says.'],
});
