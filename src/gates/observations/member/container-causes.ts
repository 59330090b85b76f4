import type { V1ContainerStatus } from '@kubernetes/client-node';
import { messageAt } from '../../../fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod } from '../../view/member-objects.ts';
import { containerEnd, entryPoint, memoryLimit, runtimeLines } from './container-end.ts';
import { eventText, firstOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { missingConfig } from './missing-config.ts';
import { missingPullSecrets, pullRefusal } from './pull-refusal.ts';
import type { WorkloadCause } from './workload-cause.ts';

/** Why a container does not work, by its status and the events about it; `undefined` if nothing shows that it does not. */
export function containerCause(place: ContainerPlace): WorkloadCause | undefined {
  const { status } = place;
  const waiting = objectAt(status, 'state', 'waiting');
  const reason = stringAt(waiting, 'reason') ?? '';
  const message = messageAt(waiting);
  const evidence = [`${placeText(place)}: ${reason}: ${message}`];
  if (reason === 'InvalidImageName') return { fact: 'pod-image-invalid', evidence, isLasting: true, ...at(place) };
  if (PULLS.has(reason)) return unpulled(place, reason, message);
  if (REFUSALS.has(reason)) return refused(place, message, evidence);
  const restarts = numberAt(status, 'restartCount') ?? 0;
  if (reason === 'CrashLoopBackOff') return crashed(place, { evidence, isLasting: restarts >= CRASHES });
  const isEnded = (numberAt(status, 'state', 'terminated', 'exitCode') ?? 0) !== 0;
  return isEnded ? crashed(place, { evidence: [`${placeText(place)} has ended`], isLasting: restarts >= CRASHES }) : unready(place);
}

/**
 * A container that ended and runs again, however ready it is. @param isRecent whether a member wrote a time so lately that the container
 * may end once more
 */
export function restarted(pod: Pod, isRecent: (time: string | undefined) => boolean): WorkloadCause | undefined {
  for (const status of listAt(pod, 'status', 'containerStatuses')) {
    const since = stringAt(status, 'state', 'running', 'startedAt');
    if (objectAt(status, 'lastState', 'terminated') === undefined || !isRecent(since)) continue;
    const place = { pod, status, kind: 'container', warnings: [], log: '' };
    return crashed(place, { evidence: [`${placeText(place)} runs again since ${since ?? ''}`], isLasting: false });
  }
  return undefined;
}

interface ContainerPlace {
  readonly pod: Pod;
  readonly status: Unchecked<V1ContainerStatus>;
  readonly kind: string;
  readonly warnings: readonly MemberEvent[];
  /** The last lines that it wrote, if they were read. */
  readonly log: string;
}

/**
 * Waiting reasons of the kubelet (Kubernetes pkg/kubelet/images/types.go). A first `ErrImagePull` may be a short failure of the registry;
 * `ImagePullBackOff` was retried.
 */
const PULLS = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'RegistryUnavailable',
  'ImageInspectError',
  'SignatureValidationFailed',
]);

/**
 * Why the kubelet cannot create a container from an image it has (Kubernetes pkg/kubelet/container/sync_result.go,
 * kuberuntime/kuberuntime_container.go).
 */
const REFUSALS = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PreCreateHookError',
  'PreStartHookError',
  'PostStartHookError',
]);

/** The kubelet's back-off is 10, 20, 40 seconds, …: at the fourth restart, the container has been crashing for a minute. */
const CRASHES = 4;

function placeText({ pod, status, kind }: ContainerPlace): string {
  return `pod ${pod.metadata.name}, ${kind} ${stringAt(status, 'name') ?? ''}`;
}

/** @param more words that distinguish variants of the cause */
function at(
  { pod, status, kind }: ContainerPlace,
  more: Readonly<Record<string, string>> = {},
): Pick<WorkloadCause, 'pod' | 'container' | 'words'> {
  const container = stringAt(status, 'name') ?? '';
  return { pod: pod.metadata.name, container, words: { whichContainer: `${kind} ${container}`, ...more } };
}

/** The kubelet repeats the registry's answer in its event; in older versions, only there. */
function unpulled(place: ContainerPlace, reason: string, message: string): WorkloadCause {
  const { pod, warnings } = place;
  const failedPull = ofContainer(place).findLast(
    ({ reason: of, message: said }) => of === 'Failed' && said.startsWith('Failed to pull image'),
  );
  const image = stringAt(place.status, 'image') ?? '';
  const said = pullRefusal(message, image) === 'unknown' && failedPull !== undefined ? [eventText(failedPull)] : [];
  const refusal = pullRefusal([message, ...said].join(' '), image);
  const event = warnings.findLast((warning) => warning.reason === 'FailedToRetrieveImagePullSecret');
  const missing = missingPullSecrets(event?.message ?? '');
  const named = listAt(pod, 'spec', 'imagePullSecrets').flatMap((secret) => stringAt(secret, 'name') ?? []);
  const isOfSecrets = refusal === 'denied' || refusal === 'unknown';
  const secrets = isOfSecrets ? [event === undefined ? pullSecretsText(named) : eventText(event)] : [];
  return {
    fact: 'pod-image-pull',
    evidence: [`${placeText(place)}: ${reason}: ${message}`, ...said, ...secrets],
    isLasting: reason !== 'ErrImagePull',
    ...at(place, {
      refusal,
      image,
      missingPullSecrets: isOfSecrets ? missing.join(', ') : '',
      pullSecrets: named.join(', '),
    }),
  };
}

function pullSecretsText(named: readonly string[]): string {
  return named.length === 0 ? 'the pod names no pull secret' : `the pod names the pull secret ${named.join(', ')}`;
}

function refused(place: ContainerPlace, message: string, evidence: readonly string[]): WorkloadCause {
  const missing = missingConfig(message);
  const found = { evidence, isLasting: false, since: refusedSince(place, message) };
  if (missing !== undefined) return { fact: 'pod-config-missing', ...found, missing, ...at(place) };
  return { fact: 'pod-container-refused', ...found, ...at(place, endWords(place, '', message)) };
}

/** The kubelet writes the same message into an event: `Error: secret "db" not found` (Kubernetes pkg/kubelet/kuberuntime). */
function refusedSince(place: ContainerPlace, message: string): string | undefined {
  return firstOf(ofContainer(place).filter((event) => event.reason === 'Failed' && event.message === `Error: ${message}`));
}

function crashed(place: ContainerPlace, { evidence, isLasting }: Pick<WorkloadCause, 'evidence' | 'isLasting'>): WorkloadCause {
  const { status } = place;
  const restarts = numberAt(status, 'restartCount') ?? 0;
  const ended = objectAt(status, 'state', 'terminated') ?? objectAt(status, 'lastState', 'terminated');
  const reason = stringAt(ended, 'reason');
  const said = stringAt(ended, 'message');
  const exit =
    ended === undefined
      ? []
      : [`exit code ${String(numberAt(ended, 'exitCode'))}, ${reason ?? 'no reason'}${said === undefined ? '' : `: ${said}`}`];
  const probe = unhealthy(place).findLast(({ message }) => !message.startsWith('Readiness'));
  return {
    fact: 'pod-crash-loop',
    evidence: [
      ...evidence,
      `${String(restarts)} ${restarts === 1 ? 'restart' : 'restarts'}`,
      ...exit,
      ...(probe === undefined ? [] : [probe.message]),
    ],
    isLasting,
    ...at(place, { ...endWords(place, reason ?? '', said ?? ''), probe: probeOf(probe) }),
  };
}

function endWords({ pod, status, log }: ContainerPlace, reason: string, message: string): Readonly<Record<string, string>> {
  const said = [message, ...runtimeLines(log)].join('\n');
  return {
    end: containerEnd(reason, said),
    entryPoint: entryPoint(said) ?? '',
    memoryLimit: memoryLimit(pod, stringAt(status, 'name') ?? '') ?? '',
  };
}

/** The container runs and its probes fail, by the events of this container; or it ended before and runs again. */
function unready(place: ContainerPlace): WorkloadCause | undefined {
  const { status } = place;
  const isRunning = objectAt(status, 'state', 'running') !== undefined;
  if (!isRunning || field(status, 'ready') !== false) return undefined;
  const last = unhealthy(place).at(-1);
  const hasCrashed = (numberAt(status, 'lastState', 'terminated', 'exitCode') ?? 0) !== 0;
  if (last === undefined)
    return hasCrashed ? crashed(place, { evidence: [`${placeText(place)} runs again and is not ready`], isLasting: false }) : undefined;
  const evidence = [`${placeText(place)} runs and is not ready: ${last.message}`];
  return { fact: 'pod-probe', evidence, isLasting: false, ...at(place, { probe: probeOf(last) }) };
}

/** The probe that an event is about: `liveness` (Kubernetes pkg/kubelet/prober/prober.go); empty if there is none. */
function probeOf(event: MemberEvent | undefined): string {
  return (/^(Liveness|Readiness|Startup) probe/.exec(event?.message ?? '')?.[1] ?? '').toLowerCase();
}

function unhealthy(place: ContainerPlace): readonly MemberEvent[] {
  return ofContainer(place).filter(({ reason }) => reason === 'Unhealthy');
}

function ofContainer({ status, warnings }: ContainerPlace): readonly MemberEvent[] {
  const name = stringAt(status, 'name') ?? '';
  return warnings.filter(({ part }) => part === '' || part.includes(`{${name}}`));
}
