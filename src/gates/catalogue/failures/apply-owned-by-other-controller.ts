import { withoutGoPrint } from '../../../fleet/kubernetes/go-print.ts';
import { trimEndSigns } from '../../../fleet/text/trim-signs.ts';
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
    'Decide whose {object} is on {cluster}: give it another name in {target}, or take its owner (a controller or an operator) off {cluster}.',
    'Or share it: set spec.strategy.applyStrategy.allowCoOwnership of {target} to true.',
    'On {cluster}, look at both: `kubectl get {objectArgs} -o yaml`',
  ],
});

/** KubeFleet pkg/controllers/workapplier/drift_detection_takeover.go ends the message with them. */
function ownersIn(message: string): readonly string[] {
  const [, owners] = withoutGoPrint(message).split('(existingOwnerRefs: ', 2);
  return owners === undefined ? [] : [`owned on the cluster by ${trimEndSigns(owners, ')')}`];
}
