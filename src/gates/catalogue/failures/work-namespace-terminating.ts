import { MEMBER } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

/** SyncWorkFailed covers every failure to write Works; only the message tells. A clean leave shows it for about a second (KubeFleet pkg/controllers/workgenerator). */
export const workNamespaceTerminating = defineFailure({
  id: 'work-namespace-terminating',
  title: 'The cluster is leaving the fleet',
  docs: DOCS.workSynchronized,
  when: [
    {
      scope: 'cluster',
      step: 'WorkSynchronized',
      status: 'False',
      reasons: ['SyncWorkFailed', 'WorkNeedSyncedOrUpdated'],
      // bounded: a message is cut at 32,768 characters.
      message: /because it is being terminated|is terminating|namespaces "fleet-member-[^"]*" not found/,
    },
  ],
  outcome: { kind: 'suspect', grace: 'leaving' },
  explain: "The hub's namespace of {cluster} is being deleted, because the cluster is leaving the fleet. Nothing new can be placed on it.",
  remedy: [
    `Find out whether {cluster} is meant to leave: ${MEMBER} and \`kubectl get namespaces fleet-member-{cluster} -o yaml\``,
    'If so, take {cluster} out of the placement, or let it leave completely; a cluster that has left is not waited for.',
    'Join it again when it was not meant to leave.',
  ],
});
