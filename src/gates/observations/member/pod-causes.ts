import type { V1ContainerStatus } from '@kubernetes/client-node';
import { conditionsAt, findCondition, messageAt } from '../../../fleet/kubernetes/condition.ts';
import { field, listAt, numberAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { Pod, VolumeClaim } from '../../view/member-objects.ts';
import { eventText, warningsOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { missingConfig } from './missing-config.ts';
import type { Fact } from '../observation.ts';
import { claimsOf } from './workload-pods.ts';

/** Why a pod does not do its work, in the words of the member's kubelet and scheduler. */
export interface WorkloadCause {
  readonly fact: Extract<Fact, `pod-${string}`>;
  readonly evidence: readonly string[];
  /** It has been tried often enough that waiting will not help. */
  readonly lasting: boolean;
  readonly pod: string;
  /** Where it is about one container. */
  readonly container?: string;
  /** The ConfigMap, Secret or key that is not there. */
  readonly missing?: string;
}

/** @param objects all that was read of the pod's namespace */
export function podCauses(pod: Pod, objects: readonly KubeObject[]): readonly WorkloadCause[] {
  const phase = stringAt(pod, 'status', 'phase');
  if (phase === 'Failed' || phase === 'Succeeded') return [];
  const warnings = warningsOf(objects, 'Pod', pod.metadata.name);
  const init = listAt(pod, 'status', 'initContainerStatuses').map((status) => ({ status, kind: 'init container' }));
  const main = listAt(pod, 'status', 'containerStatuses').map((status) => ({ status, kind: 'container' }));
  const own = [...init, ...main].flatMap(({ status, kind }) => containerCause({ pod, status, kind, warnings }) ?? []);
  const found = [...unschedulable(pod, objects), ...own];
  return found.length > 0 ? found : unmounted(pod, warnings);
}

/** A pod whose init containers have not ended: its own containers do not start before. */
export function initText(pod: Pod): string | undefined {
  const open = listAt(pod, 'status', 'initContainerStatuses').find((status) => objectAt(status, 'state', 'running') !== undefined);
  const isWaited = findCondition(conditionsAt(pod, 'status', 'conditions'), 'Initialized')?.status === 'False';
  if (open === undefined || !isWaited) return undefined;
  const since = stringAt(open, 'state', 'running', 'startedAt');
  return `pod ${pod.metadata.name}: init container ${stringAt(open, 'name') ?? ''} runs${since === undefined ? '' : ` since ${since}`}, the others wait for it`;
}

/** Taken off its node, or about to be: by pressure on the node, a drain, a taint or a more important pod (Kubernetes pkg/apis/core, DisruptionTarget). */
export function eviction(pod: Pod): WorkloadCause | undefined {
  const disrupted = findCondition(conditionsAt(pod, 'status', 'conditions'), 'DisruptionTarget');
  if (disrupted?.status === 'True')
    return {
      fact: 'pod-evicted',
      evidence: [`pod ${pod.metadata.name}: ${disrupted.reason}: ${disrupted.message}`],
      lasting: false,
      pod: pod.metadata.name,
    };
  if (stringAt(pod, 'status', 'phase') !== 'Failed' || stringAt(pod, 'status', 'reason') !== 'Evicted') return undefined;
  return {
    fact: 'pod-evicted',
    evidence: [`pod ${pod.metadata.name}: Evicted: ${stringAt(pod, 'status', 'message') ?? ''}`],
    lasting: false,
    pod: pod.metadata.name,
  };
}

/** The scheduler names unbound claims among its reasons (Kubernetes pkg/scheduler/framework/plugins/volumebinding). */
function unschedulable(pod: Pod, objects: readonly KubeObject[]): readonly WorkloadCause[] {
  const condition = findCondition(conditionsAt(pod, 'status', 'conditions'), 'PodScheduled');
  if (condition?.status !== 'False' || condition.reason !== 'Unschedulable') return [];
  const evidence = [`pod ${pod.metadata.name}: ${condition.message}`, ...claimsOf(pod).flatMap((claim) => openClaim(claim, objects))];
  const isVolume = /unbound immediate PersistentVolumeClaims|persistentvolumeclaim "/.test(condition.message);
  return [{ fact: isVolume ? 'pod-volume' : 'pod-unschedulable', evidence, lasting: false, pod: pod.metadata.name }];
}

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
}

/** Waiting reasons of the kubelet (Kubernetes pkg/kubelet/images/types.go). A first `ErrImagePull` may be the registry's hiccup, `ImagePullBackOff` was tried again. */
const PULLS = new Set(['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'RegistryUnavailable', 'ImageInspectError']);

/** Why the kubelet cannot make a container of an image it has (Kubernetes pkg/kubelet/container/sync_result.go, kuberuntime/kuberuntime_container.go). */
const REFUSALS = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PreCreateHookError',
  'PreStartHookError',
  'PostStartHookError',
]);

/** The kubelet's back-off is 10, 20, 40 seconds, …: at the fourth restart a minute of crashing has passed. */
const CRASHES = 4;

function containerCause(place: ContainerPlace): WorkloadCause | undefined {
  const { pod, status, kind } = place;
  const waiting = objectAt(status, 'state', 'waiting');
  const reason = stringAt(waiting, 'reason') ?? '';
  const message = messageAt(waiting);
  const evidence = [`pod ${pod.metadata.name}, ${kind} ${stringAt(status, 'name') ?? ''}: ${reason}: ${message}`];
  if (reason === 'InvalidImageName') return { fact: 'pod-image-invalid', evidence, lasting: true, ...at(place) };
  if (PULLS.has(reason)) return { fact: 'pod-image-pull', evidence, lasting: reason !== 'ErrImagePull', ...at(place) };
  if (REFUSALS.has(reason)) return { ...refused(message, evidence), ...at(place) };
  if (reason === 'CrashLoopBackOff') return crashed(place, evidence);
  return probed(place);
}

function at({ pod, status }: ContainerPlace): Pick<WorkloadCause, 'pod' | 'container'> {
  return { pod: pod.metadata.name, container: stringAt(status, 'name') ?? '' };
}

function refused(message: string, evidence: readonly string[]): Omit<WorkloadCause, 'pod'> {
  const missing = missingConfig(message);
  return missing === undefined
    ? { fact: 'pod-container-refused', evidence, lasting: false }
    : { fact: 'pod-config-missing', evidence, lasting: false, missing };
}

function crashed(place: ContainerPlace, evidence: readonly string[]): WorkloadCause {
  const { status } = place;
  const restarts = numberAt(status, 'restartCount') ?? 0;
  const ended = objectAt(status, 'lastState', 'terminated');
  const said = stringAt(ended, 'message');
  const exit =
    ended === undefined
      ? []
      : [
          `exit code ${String(numberAt(ended, 'exitCode'))}, ${stringAt(ended, 'reason') ?? 'no reason'}${said === undefined ? '' : `: ${said}`}`,
        ];
  const probe = unhealthy(place).at(-1);
  return {
    fact: 'pod-crash-loop',
    evidence: [...evidence, `${String(restarts)} restarts`, ...exit, ...(probe === undefined ? [] : [probe.message])],
    lasting: restarts >= CRASHES,
    ...at(place),
  };
}

/** It runs, and its probes fail: the events of this very container tell. */
function probed(place: ContainerPlace): WorkloadCause | undefined {
  const { pod, status, kind } = place;
  const isRunning = objectAt(status, 'state', 'running') !== undefined;
  if (!isRunning || field(status, 'ready') !== false) return undefined;
  const last = unhealthy(place).at(-1);
  if (last === undefined) return undefined;
  const evidence = [`pod ${pod.metadata.name}, ${kind} ${stringAt(status, 'name') ?? ''} runs and is not ready: ${last.message}`];
  return { fact: 'pod-probe', evidence, lasting: false, ...at(place) };
}

function unhealthy({ status, warnings }: ContainerPlace): readonly MemberEvent[] {
  const name = stringAt(status, 'name') ?? '';
  return warnings.filter(({ reason, part }) => reason === 'Unhealthy' && (part === '' || part.includes(`{${name}}`)));
}

/** Volumes that cannot be mounted leave no trace on the pod, only in its events, while its containers are still to be created. */
function unmounted(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const statuses = (['initContainerStatuses', 'containerStatuses'] as const).flatMap((list) => listAt(pod, 'status', list));
  const isCreating = statuses.some((status) => CREATING.has(stringAt(status, 'state', 'waiting', 'reason') ?? ''));
  const isStarted = statuses.some((status) => objectAt(status, 'state', 'running') ?? objectAt(status, 'state', 'terminated'));
  const failed = warnings.filter(({ reason }) => reason === 'FailedMount' || reason === 'FailedAttachVolume');
  const named = failed.findLast(({ message }) => missingConfig(message) !== undefined);
  const last = named ?? failed.at(-1);
  if (!isCreating || isStarted || last === undefined) return [];
  const evidence = [`pod ${pod.metadata.name}: ${eventText(last)}`];
  const missing = missingConfig(last.message);
  return [
    missing === undefined
      ? { fact: 'pod-volume', evidence, lasting: false, pod: pod.metadata.name }
      : { fact: 'pod-config-missing', evidence, lasting: false, missing, pod: pod.metadata.name },
  ];
}

const CREATING = new Set(['ContainerCreating', 'PodInitializing']);
