import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const availabilityUntrackable = defineFailure({
  id: 'availability-untrackable',
  title: 'Applied, but its availability cannot be checked',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'untrackable' }],
  outcome: 'info',
  explain:
    'KubeFleet does not know when a {kind} is available, and calls it available right after the apply. Whether it works is not verified.',
  remedy: [`Check {object} on each member by other means: ${onMember('get {objectArgs}')}`],
});
