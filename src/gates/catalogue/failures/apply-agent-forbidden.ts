import { WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyAgentForbidden = defineFailure({
  id: 'apply-agent-forbidden',
  title: 'The member agent may not do this',
  docs: DOCS.applied,
  when: [
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: [...WRITES, 'FailedToFindObjInMemberCluster', 'FailedToRunDriftDetection'],
      // bounded: a message is cut at 32,768 characters.
      message: /is forbidden: [Uu]ser "|cannot [a-z]+ resource|attempting to grant RBAC permissions/,
    },
  ],
  outcome: 'failed',
  explain: 'The member agent of {cluster} has no right to handle {object}.',
  remedy: [
    'Read in the evidence which verb on which resource is refused.',
    'Grant it to the member agent on {cluster}: `kubectl create clusterrole` and `kubectl create clusterrolebinding`, for the user named there; to hand out a role it must hold every right in it.',
    'Nothing more to do: the agent tries again by itself.',
  ],
});
