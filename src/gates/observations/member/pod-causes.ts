import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import { field, listAt, objectAt, stringAt } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Unchecked } from '../../../fleet/json/unchecked.ts';
import type { V1ContainerStatus } from '@kubernetes/client-node';
import type { Pod } from '../../view/member-objects.ts';
import { containerCause } from './container-causes.ts';
import { logOfContainer } from './container-log.ts';
import { warningsOf } from './member-events.ts';
import type { MemberEvent } from './member-events.ts';
import { unschedulable } from './unschedulable.ts';
import { unmounted } from './unmounted.ts';
import { withoutSandbox } from './without-sandbox.ts';
import type { WorkloadCause } from './workload-cause.ts';

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
  return logOfContainer(objects, pod.metadata.name, stringAt(status, 'name') ?? '')?.text ?? '';
}

/** If volumes cannot be mounted or the network fails, only the pod's events show it, while its containers are not created yet. */
function uncreated(pod: Pod, warnings: readonly MemberEvent[]): readonly WorkloadCause[] {
  const statuses = (['initContainerStatuses', 'containerStatuses'] as const).flatMap((list) => listAt(pod, 'status', list));
  const isCreating = statuses.some((status) => CREATING.has(stringAt(status, 'state', 'waiting', 'reason') ?? ''));
  const isStarted = statuses.some((status) => objectAt(status, 'state', 'running') ?? objectAt(status, 'state', 'terminated'));
  return isCreating && !isStarted ? [...unmounted(pod, warnings), ...withoutSandbox(pod, warnings)].slice(0, 1) : [];
}

const CREATING = new Set(['ContainerCreating', 'PodInitializing']);
