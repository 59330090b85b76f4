import { ENVELOPES, onHub, onMember, SUPPORT, WORKS } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { Observation } from '../../observations/observation.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';
import { isOwnedByItself } from '../ownership.ts';

/**
 * Whether a former Work of the placement owns the object: it moved between Works, or its cluster left the fleet and joined again. The
 * content has the object once, or the number is not known.
 */
function isFormerOwner({ condition, ownership }: Observation): boolean {
  return condition?.reason === 'FailedToTakeOver' && (ownership?.copies ?? 0) < 2;
}

const FORMER: Details = {
  title: 'The object still belongs to a former Work of this placement',
  explain:
    '{object} on {cluster} is owned by {formerWork} of {target} itself: {cluster} left the fleet and joined again, or another Work of {target} has not released it yet. {target} places it once, so no manifest is wrong. KubeFleet tries again by itself.',
  remedy: [
    `Compare the uid of the owner with that of the AppliedWork on {cluster}: ${onMember('get {objectArgs} -o jsonpath="{.metadata.ownerReferences}"')} and ${onMember('get appliedworks -o custom-columns=NAME:.metadata.name,UID:.metadata.uid')}`,
    'If no AppliedWork has that uid, the owner reference is left from before. Remove that entry of metadata.ownerReferences from {object} on {cluster}: KubeFleet then takes the object over, and nothing is restarted.',
    `If an AppliedWork has it, see why that Work keeps the object: ${WORKS}`,
    SUPPORT,
  ],
};

/** The content shows the copies. */
const KNOWN: Details = {
  explain: 'One placement sends {object} to {cluster} twice. {copies}.',
  remedy: ['Keep one copy of {object} in {target}, directly or in an envelope. The copies: {copies}.'],
};

export const applyDuplicateManifest = defineFailure({
  id: 'apply-duplicate-manifest',
  title: 'The same object is placed twice, or has no name',
  docs: DOCS.applied,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['Duplicated', 'FoundGenerateName'] },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToTakeOver'], only: isOwnedByItself },
  ],
  // If the object moved into an envelope or out of one, the former Work releases it when it is written again.
  outcome: (observation) => (isFormerOwner(observation) ? { kind: 'suspect', grace: 'member' } : 'failed'),
  details: (observation) => {
    if (!isFormerOwner(observation)) return observation.words?.['copies'] === undefined ? {} : KNOWN;
    const owners = [...new Set((observation.ownership?.owners ?? []).map(({ work }) => work))];
    return { ...FORMER, words: { formerWork: owners.length === 0 ? 'an AppliedWork' : `AppliedWork ${listed(owners, 3)}` } };
  },
  explain:
    'One placement sends {object} to {cluster} twice (for example directly and in an envelope), or the object has only a generateName.',
  remedy: [
    `Find the copies among the selected objects: ${onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName},kubernetes-fleet.io/is-latest-snapshot=true {snapshotsOutput}')}`,
    `Find those in envelopes, which only this list shows: ${ENVELOPES}`,
    'Keep one copy of {object} in {target}, directly or in an envelope, and give it a name.',
  ],
});
