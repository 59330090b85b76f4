import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { isOwnedByItself } from '../ownership.ts';

export const applyDuplicateManifest = defineFailure({
  id: 'apply-duplicate-manifest',
  title: 'The same object is placed twice, or has no name',
  docs: DOCS.applied,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['Duplicated', 'FoundGenerateName'] },
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToTakeOver'], only: isOwnedByItself },
  ],
  // Moved into an envelope, or out of one: the former Work lets go of it when it is written anew.
  outcome: ({ condition, ownership }) =>
    condition?.reason === 'FailedToTakeOver' && (ownership?.copies ?? 0) < 2 ? { kind: 'suspect', grace: 'member' } : 'failed',
  explain: '{object} comes twice to {cluster} from one placement (for example plain and in an envelope), or has only a generateName.',
  remedy: [
    `Find the copies: ${onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName},kubernetes-fleet.io/is-latest-snapshot=true -o yaml')}`,
    'Keep one copy of {object} in {target}, plain or in an envelope, and give it a name.',
  ],
});
