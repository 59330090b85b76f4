import { WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyOwnershipConflict = defineFailure({
  id: 'apply-ownership-conflict',
  title: 'Another owner was added to the object',
  docs: DOCS.applied,
  when: [
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: WRITES,
      message: /failed to validate owner references|co-owned by multiple objects|not owned by the expected AppliedWork/,
    },
  ],
  outcome: 'failed',
  explain: '{object} on {cluster} got another owner while KubeFleet manages it.',
  remedy: [
    `See its owners: ${onMember('get {objectArgs} -o yaml')}`,
    'Stop what adds the other owner reference on {cluster}, or allow shared ownership: spec.strategy.applyStrategy.allowCoOwnership of {target}.',
  ],
});
