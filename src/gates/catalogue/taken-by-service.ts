import { onMember } from './commands.ts';
import type { Details } from './failure.ts';
import { memberAnswer } from './member-answer.ts';

/**
 * Details of a Service that asks for a node port or an address which another Service of the cluster has; `undefined` for any other message
 * (Kubernetes pkg/registry/core/service/storage/alloc.go).
 */
export function takenByService(message: string): Required<Pick<Details, 'title' | 'explain' | 'remedy' | 'words'>> | undefined {
  const answer = memberAnswer(message);
  const port = PORT.exec(answer)?.[1];
  const [, allocated, address = allocated] = ADDRESS.exec(answer) ?? [];
  const taken = port === undefined ? (address === undefined ? undefined : `address ${address}`) : `node port ${port}`;
  if (taken === undefined) return undefined;
  const field = port === undefined ? 'clusterIP and clusterIPs' : 'nodePort';
  return {
    title: `Another Service on the member has ${taken}`,
    words: { taken, takenField: field },
    explain:
      '{object} asks for {taken}, which only one Service of a cluster can have, and another one on {cluster} has it. The API server refuses {object} until the other one releases it.',
    remedy: [
      `Look for the Service on {cluster} that has it: ${onMember('get services -A -o custom-columns="NAMESPACE:.metadata.namespace,NAME:.metadata.name,PORTS:.spec.ports[*].nodePort,ADDRESSES:.spec.clusterIPs[*]"')}`,
      'Leave {takenField} out of {object}, so that {cluster} allocates a free one, or write a free one, and deploy again. If only {cluster} needs another, write it by an override.',
      'Or change the other Service. KubeFleet then applies {object} by itself.',
    ],
  };
}

// bounded: a message is cut at 32,768 characters.
const PORT = /\bnodePort: Invalid value: "?(\d{1,9})"?: provided port is already allocated/;
// bounded: a message is cut at 32,768 characters.
const ADDRESS = /(?:IP ([\da-fA-F.:]{2,45}): |clusterIPs?: Invalid value: "?([\da-fA-F.:]{2,45})"?: )provided IP is already allocated/;
