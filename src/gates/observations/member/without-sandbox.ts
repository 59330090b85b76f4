import type { Pod } from '../../view/member-objects.ts';
import { eventText, firstOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import type { WorkloadCause } from './workload-cause.ts';

/**
 * The runtime creates the pod's sandbox first, and its network plugin assigns an address (Kubernetes
 * pkg/kubelet/kuberuntime/kuberuntime_sandbox.go).
 */
export function withoutSandbox(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const failed = warnings.filter(({ reason }) => reason === 'FailedCreatePodSandBox' || reason === 'NetworkNotReady');
  const last = failed.at(-1);
  if (last === undefined) return [];
  const sandbox = NO_ADDRESS.test(last.message) ? 'no-address' : NETWORK.test(last.message) ? 'network' : 'unknown';
  return [
    {
      fact: 'pod-sandbox',
      evidence: [`pod ${pod.metadata.name}: ${eventText(last)}`],
      isLasting: false,
      pod: pod.metadata.name,
      since: firstOf(failed),
      words: { sandbox },
    },
  ];
}

/** Messages of network plugins without a free address (azure-vnet, host-local, whereabouts, AWS VPC CNI, Cilium). */
const NO_ADDRESS =
  /no (?:more )?(?:available|free)? ?(?:IPs?|IP addresses|addresses)\b|addresses? (?:pool )?(?:is |are )?exhausted|failed to assign an IP address|no addresses available|IP(?:AM)? pool exhausted|range is full|subnet ?is ?full/i;
const NETWORK = /network|cni|plugin type=/i;
