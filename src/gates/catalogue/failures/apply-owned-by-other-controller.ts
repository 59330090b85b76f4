import { withoutGoPrint } from '../../../fleet/go-print.ts';
import { trimEndSigns } from '../../../fleet/trim-signs.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** FailedToTakeOver has several causes; only the message tells. */
export const applyOwnedByOtherController = defineFailure({
  id: 'apply-owned-by-other-controller',
  title: 'Something else on the member owns the object',
  docs: DOCS.applied,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['ManifestsAlreadyOwnedByOthers'] },
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: ['FailedToTakeOver'],
      message: /co-ownership is disallowed|already owned by some other/,
    },
  ],
  details: ({ condition }) => ({ evidence: ownersIn(condition?.message ?? '') }),
  outcome: 'failed',
  explain: '{object} on {cluster} has an owner there, and the apply strategy does not allow to share it.',
  remedy: [
    'On {cluster}, see who owns it: `kubectl get {objectArgs} -o jsonpath="{.metadata.ownerReferences}"`',
    'Take the owner (a controller or an operator) off {cluster}, or the object out of {target}.',
    'Or allow to share it: spec.strategy.applyStrategy.allowCoOwnership of {target}.',
  ],
});

/** KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go ends the message with them. */
function ownersIn(message: string): readonly string[] {
  const [, owners] = withoutGoPrint(message).split('(existingOwnerRefs: ', 2);
  return owners === undefined ? [] : [`owned on the cluster by ${trimEndSigns(owners, ')')}`];
}
