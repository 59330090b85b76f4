import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (lab.md). */
export const applyDeniedByPolicy = defineFailure({
  id: 'apply-denied-by-policy',
  title: 'A policy on the member denies the object',
  docs: DOCS.applied,
  precedence: 11,
  when: [
    {
      scope: 'manifest',
      stage: 'Applied',
      status: 'False',
      reasons: ['ManifestApplyFailed'],
      message: /ValidatingAdmissionPolicy|admission webhook "[^"]*" denied|denied the request|violates PodSecurity/,
    },
  ],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'An admission policy or webhook on {cluster} refuses {object}. What it said: {message}',
  remedy: ['Change {object} so that the policy accepts it.', 'Or change the policy on {cluster}.'],
});
