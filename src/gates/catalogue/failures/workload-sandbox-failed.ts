import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import type { Details } from '../failure.ts';

/** Seen only with access to the member (`--member`). The kubelet retries while the pod exists. */
export const workloadSandboxFailed = defineFailure({
  id: 'workload-sandbox-failed',
  title: 'The pod sandbox cannot be created',
  docs: DOCS.available,
  when: [{ scope: 'manifest', fact: 'pod-sandbox' }],
  outcome: { kind: 'suspect', grace: 'member' },
  details: ({ words, cluster = 'the cluster' }) => ofKind(words?.['sandbox'], cluster),
  explain:
    'The nodes of {cluster} cannot create the sandbox of pod {pod} of {object}, in which its containers run. The container runtime or its network plugin fails.',
  remedy: [
    `See what the node reports: ${onMember('describe pod {pod} {namespaceArgs}')}`,
    `Check the nodes and the network of {cluster}: ${onMember('get nodes -o wide')} and ${onMember('get pods -n kube-system -o wide')}`,
  ],
});

function ofKind(sandbox: string | undefined, cluster: string): Details {
  switch (sandbox ?? '') {
    case 'no-address':
      return {
        title: `The network of ${cluster} has no address left for the pod`,
        explain: 'The network plugin of {cluster} has no free IP address for pod {pod} of {object}. No container starts without one.',
        remedy: [
          `See the message and the node: ${onMember('describe pod {pod} {namespaceArgs}')}`,
          `See how many pods run on each node: ${onMember('get pods -A -o wide')}`,
          'Give {cluster} more pod addresses (a larger subnet or pod CIDR, or fewer pods on each node), or remove pods that are not needed.',
        ],
      };
    case 'network':
      return {
        title: `The network plugin (CNI) of ${cluster} fails`,
        explain: 'The network plugin of {cluster} cannot connect pod {pod} of {object}. No container starts before that.',
      };
    default:
      return {};
  }
}
