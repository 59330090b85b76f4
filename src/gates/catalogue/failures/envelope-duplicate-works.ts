import { onHub, onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** SyncWorkFailed covers every failure to write Works; only the message distinguishes them. */
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
    'Two Works exist on the hub for {object} on {cluster}, left behind by a race. KubeFleet does not choose between them, and does not go on by itself.',
  remedy: [
    `List the Works with their age: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} --sort-by=.metadata.creationTimestamp --show-labels')}`,
    `See what each of those with the label envelope-name of {object} has applied: ${onMember('get appliedworks -o yaml')}`,
    'Delete all but the oldest. Objects that only a deleted Work owns are removed from {cluster}, and then applied again by the one that is left. With a Namespace, a CustomResourceDefinition or a PersistentVolumeClaim goes what it holds, and with an object of another project what its controller made: save that first.',
  ],
});
