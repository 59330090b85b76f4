import { durationText, spanText } from '../../duration.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { listAt, numberAt, stringAt } from '../../fleet/json/json.ts';
import { displayName, groupOf, type KubeObject, objectKey, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';
import { podsOf } from '../observations/member/workload-pods.ts';
import { type BindingView } from '../view/binding.ts';
import type { Pod } from '../view/member-objects.ts';
import type { WorkView } from '../view/work.ts';
import { RUN_PODS } from '../rollout/running-workloads.ts';

/** A workload of a placement on a cluster. */
export interface PlacedWorkload {
  readonly cluster: string;
  readonly object: ObjectRef & { readonly namespace: string };
}

/** The Deployments, StatefulSets and DaemonSets that the placement has on these clusters, by their Works. */
export function placedWorkloads(
  bindings: readonly BindingView[],
  works: readonly WorkView[],
  clusters: ReadonlySet<string>,
): readonly PlacedWorkload[] {
  return bindings
    .filter(({ cluster, leaving }) => clusters.has(cluster) && !leaving)
    .flatMap(({ cluster, name }) =>
      works
        .filter(({ binding }) => binding === name)
        .flatMap(({ manifests }) => manifests)
        .flatMap(({ object }): readonly PlacedWorkload[] => {
          const { namespace } = object;
          const hasPods = groupOf(object.apiVersion) === 'apps' && RUN_PODS.has(object.kind);
          return hasPods && namespace !== undefined ? [{ cluster, object: { ...object, namespace } }] : [];
        }),
    );
}

interface PodEvidence {
  readonly proven: readonly string[];
  readonly notProven: readonly string[];
}

/**
 * Whether all pods of the workloads of a cluster are ready and have not restarted lately.
 * @param read the objects of each namespace on the cluster; `undefined` if they could not be read
 * @param window milliseconds in which no container may have restarted
 */
export function podEvidence(
  cluster: string,
  workloads: readonly PlacedWorkload[],
  read: ReadonlyMap<string, readonly KubeObject[] | undefined>,
  { now, window }: { readonly now: Date; readonly window: number },
): PodEvidence {
  const checked = workloads.map(({ object }) => {
    const objects = read.get(object.namespace);
    if (objects === undefined) return { pods: [], faults: [`the pods of ${displayName(object)} on ${cluster} could not be read`] };
    const workload = objects.find((each) => objectKey(refOf(each)) === objectKey(object));
    const pods = podsOf(objects, object);
    const faults = pods.flatMap((pod) => podFaults(pod, { now, window }).map((fault) => `pod ${pod.metadata.name} on ${cluster} ${fault}`));
    return { pods, faults: [...absence(cluster, object, workload, pods), ...faults] };
  });
  const faults = checked.flatMap((each) => each.faults);
  if (faults.length > 0) return { proven: [], notProven: faults };
  const pods = checked.reduce((sum, each) => sum + each.pods.length, 0);
  const lately = window === 0 ? '' : `, without a restart in the last ${durationText(window)}`;
  return { proven: [`${pods === 1 ? '1 pod is' : `${String(pods)} pods are`} ready on ${cluster}${lately}`], notProven: [] };
}

/** A workload without pods is good only if it wants none. */
function absence(cluster: string, object: ObjectRef, workload: KubeObject | undefined, pods: readonly Pod[]): readonly string[] {
  if (workload === undefined) return [`${displayName(object)} is not on ${cluster}`];
  const wanted = numberAt(workload, 'spec', 'replicas') ?? numberAt(workload, 'status', 'desiredNumberScheduled') ?? 1;
  return pods.length < wanted ? [`${displayName(object)} on ${cluster} has ${String(pods.length)} of ${String(wanted)} pods`] : [];
}

function podFaults(pod: Pod, { now, window }: { readonly now: Date; readonly window: number }): readonly string[] {
  const ready = findCondition(conditionsAt(pod as KubeObject, 'status', 'conditions'), 'Ready');
  const restarts = listAt(pod as KubeObject, 'status', 'containerStatuses').flatMap((status): readonly string[] => {
    const ended = stringAt(status, 'lastState', 'terminated', 'finishedAt');
    const count = numberAt(status, 'restartCount') ?? 0;
    if (count === 0 || window === 0) return [];
    const age = now.getTime() - Date.parse(ended ?? '');
    const name = stringAt(status, 'name') ?? '';
    // Without the time of the last end it is not known how long ago that was.
    if (age >= window) return [];
    const when = Number.isNaN(age) ? 'at an unknown time' : `${spanText(age)} ago`;
    return [`restarted: container ${name} ended ${when} (${String(count)} ${count === 1 ? 'restart' : 'restarts'})`];
  });
  return [...(ready?.status === 'True' ? [] : ['is not ready']), ...restarts];
}
