import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

export const availabilityUntrackable = defineFailure({
  id: 'availability-untrackable',
  title: 'Applied, but its availability cannot be checked',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'untrackable' }],
  outcome: 'info',
  explain: 'KubeFleet does not know when a {kind} is available and calls it so right after the apply. That it works is not verified.',
  remedy: ['Check {object} on the members by other means before relying on it: `kubectl get {objectArgs}`'],
});
