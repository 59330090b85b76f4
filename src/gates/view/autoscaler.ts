import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';

/** Those of these objects that write `spec.replicas` of a workload: a HorizontalPodAutoscaler, or KEDA's ScaledObject. */
export function autoscalerOf(objects: readonly KubeObject[], { kind, namespace, name }: ObjectRef): ObjectRef | undefined {
  const found = objects.find((object) => {
    if (!KINDS.has(`${groupOf(object.apiVersion)}/${object.kind}`) || object.metadata.namespace !== namespace) return false;
    const named = stringAt(object, 'spec', 'scaleTargetRef', 'kind') ?? (object.kind === 'ScaledObject' ? 'Deployment' : undefined);
    return named === kind && stringAt(object, 'spec', 'scaleTargetRef', 'name') === name;
  });
  return found && refOf(found);
}

/** What writes the replicas of workloads. */
export const AUTOSCALERS = [
  { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
  { group: 'keda.sh', kind: 'ScaledObject' },
] as const;

const KINDS: ReadonlySet<string> = new Set(AUTOSCALERS.map(({ group, kind }) => `${group}/${kind}`));
