import type { Observation } from '../../observations/observation.ts';
import { onHub, onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
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
  details: (observation) => ({ ...ownershipDetails(observation), ...stepsFor(observation) }),
  explain: '{object} on {cluster} belongs to {owner}. Two placements cannot place the same object.',
  remedy: [
    `See its owner, an AppliedWork that is named \`<placement>-work\` or \`<namespace>.<placement>-work\`: ${onMember('get {objectArgs} -o yaml')}`,
    ...PART_THEM,
  ],
  foundBy: [{ rule: 'overlapping-placements', when: (observation) => isOwnerKnown(observation) && !isBeingReleased(observation) }],
});

function stepsFor(observation: Observation): Details {
  if (isBeingReleased(observation)) return RELEASED;
  return isOwnerKnown(observation) ? { remedy: PART_THEM } : {};
}

/** The former owner is not to blame: it is gone, or lets the object go. */
const RELEASED: Details = {
  title: 'The object still belongs to another placement that lets it go',
  explain: '{object} on {cluster} belongs to {owner}, which does not place it there any more. KubeFleet tries again by itself.',
  remedy: [
    `Wait while the former owner rolls out or is deleted. See its Works for {cluster}: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster}')}`,
    `If none is left there, compare the uid of the owner with that of the AppliedWorks on {cluster}: ${onMember('get {objectArgs} -o jsonpath="{.metadata.ownerReferences}"')} and ${onMember('get appliedworks -o custom-columns=NAME:.metadata.name,UID:.metadata.uid')}`,
    'If no AppliedWork has that uid, the owner reference is left from before. Remove that entry of metadata.ownerReferences from {object} on {cluster}: KubeFleet then takes the object over, and nothing is restarted.',
  ],
};

/** Whether the evidence names all other owners: then no step to find the owner is needed. */
function isOwnerKnown({ ownership }: Observation): boolean {
  const others = (ownership?.owners ?? []).filter(({ isOwn }) => !isOwn);
  return others.length > 0 && others.every(({ placement }) => placement !== undefined);
}
