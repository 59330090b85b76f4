import { withoutGoPrint } from '../../../fleet/kubernetes/go-print.ts';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** FailedToTakeOver has several causes; only the message distinguishes them. */
export const applyOwnedByOtherController = defineFailure({
  id: 'apply-owned-by-other-controller',
  title: 'Another object on the member owns the object',
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
  explain: '{object} on {cluster} has an owner there, and the apply strategy does not allow shared ownership.',
  remedy: [
    `See {object} and its owner: ${onMember('get {objectArgs} -o yaml')}`,
    'Decide whose it is: give {object} another name in {target}, or remove the controller that owns it from {cluster}.',
    'Or share it: set spec.strategy.applyStrategy.allowCoOwnership of {target} to true.',
  ],
});

/** The owners at the end of the message (KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go). */
function ownersIn(message: string): readonly string[] {
  const [, owners] = withoutGoPrint(message).split('(existingOwnerRefs: ', 2);
  return owners === undefined ? [] : [`owned on the cluster by ${trimEndSigns(owners, ')')}`];
}
