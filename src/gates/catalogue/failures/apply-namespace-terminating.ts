import { WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyNamespaceTerminating = defineFailure({
  id: 'apply-namespace-terminating',
  title: 'The namespace on the member is being deleted',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: /because it is being terminated/ }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain:
    'The namespace {namespace} of {object} is being deleted on {cluster}. Nothing new can be created in it. KubeFleet tries again by itself.',
  remedy: [
    `See what is left in it and which finalizers hold that: ${onMember('get namespace {namespace} -o yaml')}`,
    'Find the controller that should remove those finalizers, and repair it. Remove a finalizer by hand only if that controller is gone for good: what it protects is then not cleaned up.',
    'If the namespace should not have been deleted, find who deleted it in the audit log of {cluster}.',
  ],
});
