import { BINDINGS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The hub agent looks again if a Work is deleted (KubeFleet pkg/controllers/workgenerator). */
const CORRECTED: Details = {
  title: 'Two Works for one envelope, until one was deleted',
  explain: 'The hub agent found two Works for {object} on {cluster}. Only one is left, and the hub agent has not looked again yet.',
  remedy: [
    `No action is needed if the status of the binding changes: ${BINDINGS}`,
    'If it does not change, change the content, an annotation is enough, so that the Works are written again.',
  ],
};

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
  outcome: ({ words }) => (words?.['works'] === 'one' ? { kind: 'suspect', grace: 'member' } : 'failed'),
  details: ({ words }) => (words?.['works'] === 'one' ? CORRECTED : {}),
  explain:
    'Two Works exist on the hub for {object} on {cluster}, left behind by a race. KubeFleet does not choose between them, and does not go on by itself.',
  remedy: [
    `List the Works with their age: ${onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} --sort-by=.metadata.creationTimestamp --show-labels')}`,
    'Among those with the label envelope-name of {object}, delete all but the oldest. Objects that only a deleted Work owns are removed from {cluster}, and then applied again by the one that is left.',
  ],
});
