import { MEMBER, onHub } from '../commands.ts';
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
    `Find out whether {cluster} should leave: ${MEMBER} and ${onHub('get namespace fleet-member-{cluster} -o yaml')}`,
    'If so, remove {cluster} from the policy of {target}, or let it leave completely: the gate does not wait for a cluster that has left.',
    'Or delete {target}, if nothing on {cluster} or elsewhere needs it: the hub then removes its Works, and its objects from every cluster.',
    'If it should not leave, join it again.',
  ],
});
