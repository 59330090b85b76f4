import { WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyAgentForbidden = defineFailure({
  id: 'apply-agent-forbidden',
  title: 'The member agent does not have the right to do this',
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
  explain:
    'The member agent of {cluster} does not have the right to handle {object}; the evidence names the user, the verb and the resource. The agent tries again by itself.',
  remedy: [
    `See what that user may do on {cluster}: ${onMember('get clusterrolebindings,rolebindings -A -o wide')}`,
    'Grant the right to that user, by a ClusterRole and a ClusterRoleBinding on {cluster}. To hand out a role, the user must hold every right in it.',
  ],
});
