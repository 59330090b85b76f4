import { numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, objectKey, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { appliedObjects, type AppliedObject } from './applied-objects.ts';

/** An autoscaler that changes `spec.replicas` of a workload on a cluster. */
export interface Autoscaler {
  readonly applied: AppliedObject;
  readonly target: ObjectRef;
  /** The only number that it can write; `undefined` if there are several. */
  readonly only: number | undefined;
}

/** The autoscalers that placements apply, by `objectKey` of the workload that they scale. */
export const autoscalersByTarget = oncePer((world: World): ReadonlyMap<string, readonly Autoscaler[]> => {
  const holders = world.manifests.filter(holdsAutoscaler);
  const all = holders.flatMap((manifest) => appliedObjects(manifest, world)).flatMap(asAutoscaler);
  return Map.groupBy(all, ({ target }) => objectKey(target));
});

function holdsAutoscaler({ object }: Manifest): boolean {
  return isAutoscaler(object) || (isEnvelope(object) && enclosedObjects(object).some(isAutoscaler));
}

function isAutoscaler({ apiVersion, kind }: KubeObject): boolean {
  return KINDS.has(`${groupOf(apiVersion)}/${kind}`);
}

/** A VerticalPodAutoscaler is not in this list: it changes Pods, not the workload. */
const KINDS: ReadonlySet<string> = new Set(['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject']);

function asAutoscaler(applied: AppliedObject): readonly Autoscaler[] {
  const { object, ref } = applied;
  if (!isAutoscaler(object)) return [];
  const named = objectAt(object, 'spec', 'scaleTargetRef');
  const isKeda = object.kind === 'ScaledObject';
  // KEDA's default is a Deployment; an autoscaler of Kubernetes finds nothing without a group.
  const apiVersion = stringAt(named, 'apiVersion') ?? (isKeda ? 'apps/v1' : undefined);
  const kind = stringAt(named, 'kind') ?? (isKeda ? 'Deployment' : undefined);
  const name = stringAt(named, 'name');
  if (apiVersion === undefined || kind === undefined || name === undefined) return [];
  const target = ref.namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace: ref.namespace };
  return [{ applied, target, only: onlyNumber(object, isKeda) }];
}

function onlyNumber(object: KubeObject, isKeda: boolean): number | undefined {
  const [least, most] = isKeda
    ? [numberAt(object, 'spec', 'minReplicaCount') ?? 0, numberAt(object, 'spec', 'maxReplicaCount')]
    : [numberAt(object, 'spec', 'minReplicas') ?? 1, numberAt(object, 'spec', 'maxReplicas')];
  return least === most ? most : undefined;
}
