import type { V1ContainerStatus } from '@kubernetes/client-node';
import { conditionsAt, findCondition, messageAt } from '../../../fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod, VolumeClaim } from '../../view/member-objects.ts';
import { containerEnd, entryPoint, memoryLimit, runtimeLines } from './container-end.ts';
import { eventText, warningsOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { logIn } from './log-in.ts';
import { missingConfig } from './missing-config.ts';
import { missingPullSecrets, pullRefusal } from './pull-refusal.ts';
import type { Fact } from '../observation.ts';
import { claimsOf } from './workload-pods.ts';

/** Why a pod does not work, as the member's kubelet and scheduler report it. */
export interface WorkloadCause {
  readonly fact: Extract<Fact, `pod-${string}`>;
  readonly evidence: readonly string[];
  /** It was retried so often that waiting will not help. */
  readonly isLasting: boolean;
  readonly pod: string;
  /** The container, if it is about one. */
  readonly container?: string;
  /** The ConfigMap, Secret or key that is missing. */
  readonly missing?: string;
  /** Words that distinguish variants of the cause, for the catalogue's texts. */
  readonly words?: Readonly<Record<string, string>>;
}

/** @param objects all objects read of the pod's namespace */
export function podCauses(pod: Pod, objects: readonly KubeObject[]): readonly WorkloadCause[] {
  const phase = stringAt(pod, 'status', 'phase');
  if (phase === 'Failed' || phase === 'Succeeded') return [];
  const warnings = warningsOf(objects, 'Pod', pod.metadata.name);
  const init = listAt(pod, 'status', 'initContainerStatuses').map((status) => ({
    status,
    kind: isSidecar(pod, status) ? 'sidecar container' : 'init container',
  }));
  const main = listAt(pod, 'status', 'containerStatuses').map((status) => ({ status, kind: 'container' }));
  const own = [...init, ...main].flatMap(
    ({ status, kind }) => containerCause({ pod, status, kind, warnings, log: logOf(objects, pod, status) }) ?? [],
  );
  const found = [...unschedulable(pod, objects), ...own];
  return found.length > 0 ? found : uncreated(pod, warnings);
}

/** A pod whose init containers have not ended: its own containers do not start before that. */
export function initText(pod: Pod): string | undefined {
  const open = listAt(pod, 'status', 'initContainerStatuses').find(
    (status) => objectAt(status, 'state', 'running') !== undefined && !(isSidecar(pod, status) && field(status, 'started') === true),
  );
  const isWaited = findCondition(conditionsAt(pod, 'status', 'conditions'), 'Initialized')?.status === 'False';
  if (open === undefined || !isWaited) return undefined;
  const since = stringAt(open, 'state', 'running', 'startedAt');
  return `pod ${pod.metadata.name}: init container ${stringAt(open, 'name') ?? ''} runs${since === undefined ? '' : ` since ${since}`}, the others wait for it`;
}

/** An init container that runs as long as the pod: the others wait until it has started, not until it ends. */
function isSidecar(pod: Pod, status: Unchecked<V1ContainerStatus>): boolean {
  const name = stringAt(status, 'name');
  return listAt(pod, 'spec', 'initContainers').some(
    (each) => stringAt(each, 'name') === name && stringAt(each, 'restartPolicy') === 'Always',
  );
}

function logOf(objects: readonly KubeObject[], pod: Pod, status: Unchecked<V1ContainerStatus>): string {
  return logIn(objects, pod.metadata.name, stringAt(status, 'name') ?? '')?.text ?? '';
}

/**
 * Removed from its node, or about to be: by pressure on the node, a drain, a taint or a pod of higher priority (Kubernetes pkg/apis/core,
 * DisruptionTarget).
 */
export function eviction(pod: Pod): WorkloadCause | undefined {
  const disrupted = findCondition(conditionsAt(pod, 'status', 'conditions'), 'DisruptionTarget');
  if (disrupted?.status === 'True')
    return {
      fact: 'pod-evicted',
      evidence: [`pod ${pod.metadata.name}: ${disrupted.reason}: ${disrupted.message}`],
      isLasting: false,
      pod: pod.metadata.name,
    };
  if (stringAt(pod, 'status', 'phase') !== 'Failed' || stringAt(pod, 'status', 'reason') !== 'Evicted') return undefined;
  return {
    fact: 'pod-evicted',
    evidence: [`pod ${pod.metadata.name}: Evicted: ${stringAt(pod, 'status', 'message') ?? ''}`],
    isLasting: false,
    pod: pod.metadata.name,
  };
}

/** The scheduler names unbound claims among its reasons (Kubernetes pkg/scheduler/framework/plugins/volumebinding). */
function unschedulable(pod: Pod, objects: readonly KubeObject[]): readonly WorkloadCause[] {
  const condition = findCondition(conditionsAt(pod, 'status', 'conditions'), 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return [];
  const evidence = [`pod ${pod.metadata.name}: ${condition.message}`, ...claimsOf(pod).flatMap((claim) => openClaim(claim, objects))];
  const isVolume = /unbound immediate PersistentVolumeClaims|persistentvolumeclaim "/.test(condition.message);
  const found = { evidence, isLasting: false, pod: pod.metadata.name };
  if (isVolume) {
    const open = claimsOf(pod).find((claim) => condition.message.includes(`"${claim}"`) || openClaim(claim, objects).length > 0);
    return [{ fact: 'pod-volume', ...found, words: { volume: open === undefined ? '' : `PersistentVolumeClaim ${open}` } }];
  }
  return [{ fact: 'pod-unschedulable', ...found, words: { nodes: nodeCounts(condition.message) } }];
}

/** The scheduler's counts: `0/3 nodes are available: 3 Insufficient cpu`, without its sentence about preemption; empty if it gives none. */
function nodeCounts(message: string): string {
  // bounded: a message is cut at 32,768 characters.
  const [, counts = ''] = /^(\d+\/\d+ nodes are available: .+?)(?:\.? (?:preemption|no new claims)\b|\.?$)/s.exec(message.trim()) ?? [];
  return counts.length > LONGEST_COUNTS ? '' : counts;
}

const LONGEST_COUNTS = 160;

function openClaim(name: string, objects: readonly KubeObject[]): readonly string[] {
  const claim = objects.find((object): object is VolumeClaim => object.kind === 'PersistentVolumeClaim' && object.metadata.name === name);
  const phase = stringAt(claim, 'status', 'phase');
  if (claim === undefined || phase === undefined || phase === 'Bound') return [];
  const className = stringAt(claim, 'spec', 'storageClassName');
  const last = warningsOf(objects, 'PersistentVolumeClaim', name).at(-1);
  const storage = className === undefined ? 'no storage class' : `storage class ${className}`;
  return [`PersistentVolumeClaim ${name} is ${phase} (${storage})${last === undefined ? '' : `: ${eventText(last)}`}`];
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

function containerCause(place: ContainerPlace): WorkloadCause | undefined {
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
  const told = ofContainer(place).findLast(({ reason: of, message: said }) => of === 'Failed' && said.startsWith('Failed to pull image'));
  const image = stringAt(place.status, 'image') ?? '';
  const said = pullRefusal(message, image) === 'unknown' && told !== undefined ? [eventText(told)] : [];
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
  if (missing !== undefined) return { fact: 'pod-config-missing', evidence, isLasting: false, missing, ...at(place) };
  return { fact: 'pod-container-refused', evidence, isLasting: false, ...at(place, endWords(place, '', message)) };
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

/** If volumes cannot be mounted or the network fails, only the pod's events show it, while its containers are not created yet. */
function uncreated(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const statuses = (['initContainerStatuses', 'containerStatuses'] as const).flatMap((list) => listAt(pod, 'status', list));
  const isCreating = statuses.some((status) => CREATING.has(stringAt(status, 'state', 'waiting', 'reason') ?? ''));
  const isStarted = statuses.some((status) => objectAt(status, 'state', 'running') ?? objectAt(status, 'state', 'terminated'));
  return isCreating && !isStarted ? [...unmounted(pod, warnings), ...withoutSandbox(pod, warnings)].slice(0, 1) : [];
}

function unmounted(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
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

/**
 * The runtime creates the pod's sandbox first, and its network plugin assigns an address (Kubernetes
 * pkg/kubelet/kuberuntime/kuberuntime_sandbox.go).
 */
function withoutSandbox(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const last = warnings.findLast(({ reason }) => reason === 'FailedCreatePodSandBox' || reason === 'NetworkNotReady');
  if (last === undefined) return [];
  const sandbox = NO_ADDRESS.test(last.message) ? 'no-address' : NETWORK.test(last.message) ? 'network' : 'unknown';
  return [
    {
      fact: 'pod-sandbox',
      evidence: [`pod ${pod.metadata.name}: ${eventText(last)}`],
      isLasting: false,
      pod: pod.metadata.name,
      words: { sandbox },
    },
  ];
}

/** Messages of network plugins without a free address (azure-vnet, host-local, whereabouts, AWS VPC CNI, Cilium). */
const NO_ADDRESS =
  /no (?:more )?(?:available|free)? ?(?:IPs?|IP addresses|addresses)\b|addresses? (?:pool )?(?:is |are )?exhausted|failed to assign an IP address|no addresses available|IP(?:AM)? pool exhausted|range is full|subnet ?is ?full/i;
const NETWORK = /network|cni|plugin type=/i;

const CREATING = new Set(['ContainerCreating', 'PodInitializing']);
