import { WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** The chain around the text is always the same; only the API server's own words tell the causes of ManifestApplyFailed apart (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyNamespaceTerminating = defineFailure({
  id: 'apply-namespace-terminating',
  title: 'The namespace on the member is being deleted',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /because it is being terminated/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain: 'The namespace of {object} is being deleted on {cluster}; nothing new can be created in it.',
  remedy: [
    'On {cluster}, see what holds the namespace: `kubectl get namespaces {namespace} -o jsonpath="{.status.conditions}"`',
    'Remove the finalizers of what is left in it, or wait; KubeFleet tries again by itself.',
  ],
});
