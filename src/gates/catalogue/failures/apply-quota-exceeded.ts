import { WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyQuotaExceeded = defineFailure({
  id: 'apply-quota-exceeded',
  title: 'A quota on the member is used up',
  docs: DOCS.applied,
  precedence: 10,
  when: [{ scope: 'manifest', stage: 'Applied', status: 'False', reasons: WRITES, message: /exceeded quota/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The quota of the namespace on {cluster} leaves no room for {object}.',
  remedy: [
    'See what is used: `kubectl describe resourcequotas {namespaceArgs}`, on {cluster}.',
    'Raise the quota, or free what is used; KubeFleet tries again by itself.',
  ],
});
