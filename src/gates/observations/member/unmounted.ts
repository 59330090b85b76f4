import type { Pod } from '../../view/member-objects.ts';
import { eventText } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { missingConfig } from './missing-config.ts';
import type { WorkloadCause } from './workload-cause.ts';

/** The volume that cannot be mounted, by the newest event of the kubelet or of the controller that attaches volumes. */
export function unmounted(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const failed = warnings.filter(({ reason }) => reason === 'FailedMount' || reason === 'FailedAttachVolume');
  const named = failed.findLast(({ message }) => missingConfig(message) !== undefined);
  const last = named ?? failed.at(-1);
  if (last === undefined) return [];
  const evidence = [`pod ${pod.metadata.name}: ${eventText(last)}`];
  const missing = missingConfig(last.message);
  return [
    missing === undefined
      ? { fact: 'pod-volume', evidence, isLasting: false, pod: pod.metadata.name, words: { volume: volumeIn(last.message) } }
      : { fact: 'pod-config-missing', evidence, isLasting: false, missing, pod: pod.metadata.name },
  ];
}

/** The volume that the kubelet or the controller names; empty if it names none (Kubernetes pkg/volume/util/operationexecutor). */
function volumeIn(message: string): string {
  // bounded: a message is cut at 32,768 characters.
  const name = /\bfor volume "([^"]+)"/.exec(message)?.[1] ?? /unmounted volumes=\[([^\]]+)\]/.exec(message)?.[1];
  return name === undefined ? '' : `Volume ${name}`;
}
