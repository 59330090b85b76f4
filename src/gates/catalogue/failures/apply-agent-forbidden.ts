import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (lab.md). */
export const applyAgentForbidden = defineFailure({
  id: 'apply-agent-forbidden',
  title: 'The member agent may not do this',
  docs: DOCS.applied,
  precedence: 14,
  when: [
    {
      scope: 'manifest',
      stage: 'Applied',
      status: 'False',
      reasons: ['ManifestApplyFailed', 'FailedToFindObjInMemberCluster', 'FailedToRunDriftDetection'],
      message: /is forbidden: User "|cannot (create|get|list|patch|update|delete) resource|attempting to grant RBAC permissions|escalat/,
    },
  ],
  outcome: { kind: 'terminal' },
  explain: 'The member agent of {cluster} has no right to handle {object}. What the member said: {message}',
  remedy: ['Grant the member agent the right on {cluster}; to hand out a role it must hold every right in it.'],
});
