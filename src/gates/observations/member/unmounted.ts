import type { V1Volume } from '@kubernetes/client-node';
import { listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod } from '../../view/member-objects.ts';
import { eventText, firstOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { missingConfig } from './missing-config.ts';
import type { WorkloadCause } from './workload-cause.ts';

/** The volume that cannot be mounted, by the newest event of the kubelet or of the controller that attaches volumes. */
export function unmounted(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const failed = warnings.filter(({ reason }) => reason === 'FailedMount' || reason === 'FailedAttachVolume');
  const newest = failed.at(-1);
  const last = failed.findLast((event) => missingConfig(event.message) !== undefined && isOfSameTry(event, newest)) ?? newest;
  if (last === undefined) return [];
  const name = volumeName(last.message);
  const volume = listAt(pod, 'spec', 'volumes').find((each) => stringAt(each, 'name') === name);
  const missing = missingConfig(last.message, sourceOf(volume));
  const found = {
    evidence: [`pod ${pod.metadata.name}: ${eventText(last)}`],
    isLasting: false,
    pod: pod.metadata.name,
    since: firstOf(failed.filter(({ message }) => message === last.message)),
  };
  if (missing !== undefined) return [{ fact: 'pod-config-missing', ...found, missing }];
  // The events name a claim's volume by its PersistentVolume, any other as the pod does.
  const isClaim = volume === undefined || objectAt(volume, 'persistentVolumeClaim') !== undefined;
  return [{ fact: 'pod-volume', ...found, words: { volume: name === undefined ? '' : `Volume ${name}`, isClaim: String(isClaim) } }];
}

/** The kubelet tries again at intervals of up to two minutes (Kubernetes pkg/util/goroutinemap/exponentialbackoff). */
function isOfSameTry(event: MemberEvent, newest: MemberEvent | undefined): boolean {
  return !(Date.parse(newest?.at ?? '') - Date.parse(event.at) > SAME_TRY);
}

const SAME_TRY = 180_000;

function sourceOf(volume: Unchecked<V1Volume> | undefined): string | undefined {
  return stringAt(volume, 'configMap', 'name') ?? stringAt(volume, 'secret', 'secretName');
}

/** The volume that the kubelet or the controller names (Kubernetes pkg/volume/util/operationexecutor). */
function volumeName(message: string): string | undefined {
  // bounded: a message is cut at 32,768 characters.
  return /\bfor volume "([^"]+)"/.exec(message)?.[1] ?? /unmounted volumes=\[([^\]]+)\]/.exec(message)?.[1];
}
