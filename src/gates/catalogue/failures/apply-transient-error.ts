import { UNREACHABLE, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/**
 * KubeFleet puts the same text around each error, so only the API server's own message distinguishes the causes of ManifestApplyFailed
 * (KubeFleet pkg/controllers/workapplier/apply.go).
 */
export const applyTransientError = defineFailure({
  id: 'apply-transient-error',
  title: 'The API server or a webhook of the member cannot be reached',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: UNREACHABLE }],
  outcome: { kind: 'suspect', grace: 'member' },
  explain:
    'Applying {object} on {cluster} failed for a reason that usually passes. KubeFleet tries again by itself, at intervals of up to 15 minutes.',
  remedy: [
    `Check what the message names on {cluster}, a webhook and its endpoints or the API server: ${onMember('get validatingwebhookconfigurations,mutatingwebhookconfigurations -o custom-columns="NAME:.metadata.name,WEBHOOKS:.webhooks[*].name,SERVICES:.webhooks[*].clientConfig.service.name"')}`,
  ],
});
