import type { Observation } from '../../observations/observation.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { isBeingReleased, ownershipDetails } from '../ownership.ts';

const PART_THEM = [
  'Remove {object} from the selection of one of the two. No apply strategy lets two placements share an object.',
  'If this deploy moves it from one to the other, no action is needed: it becomes free when the former owner has rolled out without it.',
];

/** FailedToTakeOver has several causes; only the message names the owner (KubeFleet pkg/controllers/workapplier/apply.go). */
export const applyOwnedByOtherPlacement = defineFailure({
  id: 'apply-owned-by-other-placement',
  title: 'Another placement already manages the object',
  docs: DOCS.applied,
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
  // If one deploy moves the object between placements, it becomes free when the rollout of the former owner reaches the cluster.
  outcome: (observation) => (isBeingReleased(observation) ? { kind: 'suspect', grace: 'member' } : 'failed'),
  details: (observation) => ({ ...ownershipDetails(observation), ...(isOwnerKnown(observation) ? { remedy: PART_THEM } : {}) }),
  explain: '{object} on {cluster} belongs to {owner}. Two placements cannot place the same object.',
  remedy: [
    `See its owner, an AppliedWork that is named \`<placement>-work\` or \`<namespace>.<placement>-work\`: ${onMember('get {objectArgs} -o yaml')}`,
    ...PART_THEM,
  ],
  seeAlso: 'overlapping-placements',
});

/** Whether the evidence names all other owners: then no step to find the owner is needed. */
function isOwnerKnown({ ownership }: Observation): boolean {
  const others = (ownership?.owners ?? []).filter(({ isOwn }) => !isOwn);
  return others.length > 0 && others.every(({ placement }) => placement !== undefined);
}
