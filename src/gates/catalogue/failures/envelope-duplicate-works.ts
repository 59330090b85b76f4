import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** SyncWorkFailed covers every failure to write Works; only the message tells. */
export const envelopeDuplicateWorks = defineFailure({
  id: 'envelope-duplicate-works',
  title: 'Two Works for one envelope',
  docs: DOCS.workSynchronized,
  when: [
    {
      scope: 'cluster',
      step: 'WorkSynchronized',
      status: 'False',
      reasons: ['SyncWorkFailed'],
      message: /work objects found for the same envelope/,
    },
  ],
  outcome: 'failed',
  explain:
    'Two Works exist on the hub for {object} on {cluster}, left behind by a race. KubeFleet refuses to choose and will not go on by itself.',
  remedy: [
    'List the Works with their age: `kubectl -n fleet-member-{cluster} get works.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-CRP={name} --sort-by=.metadata.creationTimestamp --show-labels`',
    'Delete all but the oldest of those with the label envelope-name of {object}.',
  ],
});
