import { UNREACHABLE, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { SEE, uncalledWebhook } from '../uncalled-webhook.ts';

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
  details: ({ condition }) => byMessage(condition?.message ?? ''),
  explain:
    'Applying {object} on {cluster} failed for a reason that usually passes. KubeFleet tries again by itself, at intervals of up to 15 minutes.',
  remedy: [SEE],
});

function byMessage(message: string): Details {
  if (message.includes('object has been modified')) return CHANGED;
  return uncalledWebhook(message, '{object}', ' of the member') ?? {};
}

/** The API server refuses a write that is based on an older version of the object. */
const CHANGED: Details = {
  title: 'Another writer changes the object at the same time',
  explain:
    '{object} on {cluster} changed between the moment when KubeFleet read it and its write. This usually passes: KubeFleet tries again by itself. If it lasts, another controller writes the object again and again.',
  remedy: [
    `See who writes the object: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`,
    'Correct or stop the controller that writes it without end, or leave {object} to it: remove it from what {target} selects.',
  ],
};
