import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** FailedToTakeOver has several causes; only the message names the owner (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyOwnedByOtherPlacement = defineFailure({
  id: 'apply-owned-by-other-placement',
  title: 'Another placement already manages the object',
  docs: DOCS.applied,
  precedence: 12,
  when: [
    {
      scope: 'manifest',
      stage: 'Applied',
      status: 'False',
      reasons: ['FailedToTakeOver'],
      message: /Kind:AppliedWork|already owned by another Fleet AppliedWork/,
    },
  ],
  outcome: { kind: 'terminal' },
  explain: '{object} on {cluster} belongs to another placement. KubeFleet places no object twice.',
  remedy: ['Find the other placement: the AppliedWork in the message is named after it.', 'Remove the overlap of the two selections.'],
  seeAlso: 'overlapping-placements',
});
