import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** FailedToTakeOver has several causes; only the message names the owner (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyOwnedByOtherPlacement = defineFailure({
  id: 'apply-owned-by-other-placement',
  title: 'Another placement already manages the object',
  docs: DOCS.applied,
  precedence: 12,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['ApplyConflictBetweenPlacements'] },
    {
      scope: 'manifest',
      step: 'Applied',
      status: 'False',
      reasons: ['FailedToTakeOver', 'ManifestsAlreadyOwnedByOthers'],
      message: /Kind:AppliedWork|already owned by another Fleet AppliedWork/,
    },
  ],
  outcome: 'failed',
  explain: '{object} on {cluster} belongs to another placement. KubeFleet places no object twice.',
  remedy: [
    'Find the other placement: the AppliedWork in the evidence is named `<placement>-work`, or `<namespace>.<placement>-work`.',
    'Remove {object} from the selection of one of the two; no apply strategy lets two placements have one object.',
  ],
  seeAlso: 'overlapping-placements',
});
