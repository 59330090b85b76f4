import { LIMIT_RANGE, QUOTA, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { memberAnswer } from '../member-answer.ts';
import { refusedAmount } from '../refused-amount.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyQuotaExceeded = defineFailure({
  id: 'apply-quota-exceeded',
  title: 'A quota or limit range on the member has no room for the object',
  docs: DOCS.applied,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: QUOTA },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: LIMIT_RANGE },
  ],
  details: ({ condition }) => refusedAmount(memberAnswer(condition?.message ?? ''), 'object') ?? {},
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'A quota or a limit range of the namespace on {cluster} does not allow {object} at this size. KubeFleet tries again by itself.',
  remedy: [
    `See the quotas and limit ranges of its namespace on {cluster}: ${onMember('describe resourcequotas,limitranges {namespaceArgs}')}`,
    'Raise the quota or the limit on {cluster}, or free what is used.',
    'Or ask for less in {object}, and deploy again.',
  ],
});
