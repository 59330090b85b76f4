import { numberAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';

/** The autoscaler among these objects that writes `spec.replicas` of a workload: a HorizontalPodAutoscaler, or KEDA's ScaledObject. */
export function autoscalerOf(
  objects: readonly KubeObject[],
  { kind, namespace, name }: ObjectRef,
  canHaveScaled: (autoscaler: KubeObject) => boolean,
): KubeObject | undefined {
  return objects.find((object) => {
    if (!KINDS.has(`${groupOf(object.apiVersion)}/${object.kind}`) || object.metadata.namespace !== namespace) return false;
    const named = stringAt(object, 'spec', 'scaleTargetRef', 'kind') ?? (isKeda(object) ? 'Deployment' : undefined);
    return named === kind && stringAt(object, 'spec', 'scaleTargetRef', 'name') === name && canHaveScaled(object);
  });
}

/**
 * Whether an autoscaler can have changed the replicas from one number to another. It writes only numbers of its range. A
 * HorizontalPodAutoscaler is disabled while its target has 0 replicas, unless its minimum is 0. KEDA also starts a workload that has none,
 * and an annotation can pause one at any number.
 */
export function canScale(autoscaler: KubeObject, from: number, to: number): boolean {
  const number = (key: string): number | undefined => numberAt(autoscaler, 'spec', key);
  if (!isKeda(autoscaler)) {
    const least = number('minReplicas') ?? 1;
    return (from !== 0 || least === 0) && to >= least && to <= (number('maxReplicas') ?? Infinity);
  }
  const isPaused = Object.keys(autoscaler.metadata.annotations ?? {}).some((key) => key.startsWith('autoscaling.keda.sh/paused'));
  const least = number('idleReplicaCount') ?? number('minReplicaCount') ?? 0;
  return isPaused || (to >= least && to <= (number('maxReplicaCount') ?? 100));
}

function isKeda({ kind }: KubeObject): boolean {
  return kind === 'ScaledObject';
}

/** What writes the replicas of workloads. */
export const AUTOSCALERS = [
  { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
  { group: 'keda.sh', kind: 'ScaledObject' },
] as const;

const KINDS: ReadonlySet<string> = new Set(AUTOSCALERS.map(({ group, kind }) => `${group}/${kind}`));
