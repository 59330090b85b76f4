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
    'KubeFleet cannot check the availability of a {kind}, and reports it as available right after the apply. Whether it works is not verified.',
  remedy: [`Check {object} on each member in another way: ${onMember('get {objectArgs}')}`],
});
