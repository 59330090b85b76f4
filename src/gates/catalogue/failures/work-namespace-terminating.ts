import { MEMBER, onHub, SUPPORT } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** The member cluster itself is not leaving, so something else deletes the namespace (KubeFleet pkg/controllers/membercluster). */
const NOT_LEAVING: Details = {
  title: "The hub's namespace of the cluster is being deleted, though the cluster is not leaving",
  explain:
    'The namespace fleet-member-{cluster} on the hub is being deleted or gone. MemberCluster/{cluster} is not leaving, so something deleted the namespace itself. Nothing new can be placed on {cluster} until it exists again.',
  remedy: [
    `See whether it is there, and what holds its deletion: ${onHub('get namespace fleet-member-{cluster} -o yaml')}`,
    'Find who or what deleted it, in the audit log of the hub.',
    SUPPORT,
  ],
  isFoundBefore: false,
};

/**
 * SyncWorkFailed covers every failure to write Works; only the message distinguishes them. A cluster that leaves without a problem shows it
 * for about a second (KubeFleet pkg/controllers/workgenerator).
 */
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
  details: ({ words }) => (words?.['member'] === 'stays' ? NOT_LEAVING : {}),
  explain: "The hub's namespace of {cluster} is being deleted, because the cluster is leaving the fleet. Nothing new can be placed on it.",
  remedy: [
    `Find out whether {cluster} should leave: ${MEMBER} and ${onHub('get namespace fleet-member-{cluster} -o yaml')}`,
    'If so, remove {cluster} from the policy of {target}, or let it leave completely: the gate does not wait for a cluster that has left.',
    'Or delete {target}, if nothing on {cluster} or elsewhere needs it: the hub then removes its Works, and its objects from every cluster.',
    'If it should not leave, join it again.',
  ],
});
