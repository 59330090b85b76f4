import { numberAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, objectKey, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { appliedObjects, type AppliedObject } from '../placing/applied-objects.ts';
import { sentValues } from './sent-values.ts';

/** An autoscaler that changes `spec.replicas` of a workload on clusters. */
export interface Autoscaler {
  readonly applied: AppliedObject;
  /** The placement that sends it. */
  readonly placement: Manifest;
  /** The clusters on which it has this target; `undefined` if they are not known. */
  readonly clusters: readonly string[] | undefined;
  readonly target: ObjectRef;
  /** The only number that it can write; `undefined` if there are several. */
  readonly only: number | undefined;
}

/** The autoscalers that placements apply, by `objectKey` of the workload that they scale. An override can change that workload. */
export const autoscalersByTarget = oncePer((world: World): ReadonlyMap<string, readonly Autoscaler[]> => {
  const holders = world.manifests.filter(holdsAutoscaler);
  const all = holders.flatMap((manifest) => appliedObjects(manifest, world)).flatMap((applied) => asAutoscalers(applied, world));
  return Map.groupBy(all, ({ target }) => objectKey(target));
});

function holdsAutoscaler({ object }: Manifest): boolean {
  return isAutoscaler(object) || (isEnvelope(object) && enclosedObjects(object).some(isAutoscaler));
}

function isAutoscaler({ apiVersion, kind, metadata }: KubeObject): boolean {
  return KINDS.has(`${groupOf(apiVersion)}/${kind}`) && stringAt(metadata, 'annotations', 'autoscaling.keda.sh/paused') !== 'true';
}

/** The number at which KEDA holds a paused workload. */
function pausedAt({ metadata }: KubeObject): number | undefined {
  const text = stringAt(metadata, 'annotations', 'autoscaling.keda.sh/paused-replicas') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * A VerticalPodAutoscaler is not in this list: it evicts Pods or resizes them in place, and its admission controller sets the requests of
 * new Pods. It does not write the workload. Source: `vertical-pod-autoscaler/docs/components.md` of kubernetes/autoscaler.
 */
const KINDS: ReadonlySet<string> = new Set(['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject']);

function asAutoscalers(applied: AppliedObject, world: World): readonly Autoscaler[] {
  const { object, ref } = applied;
  if (!isAutoscaler(object)) return [];
  const isKeda = object.kind === 'ScaledObject';
  return applied.placements.flatMap((placement) =>
    sentValues(applied, '/spec', placement, world).flatMap(({ value: spec, clusters }) => {
      const target = targetOf(spec, ref.namespace, isKeda);
      return target === undefined ? [] : [{ applied, placement, clusters, target, only: pausedAt(object) ?? onlyNumber(spec, isKeda) }];
    }),
  );
}

function targetOf(spec: unknown, namespace: string | undefined, isKeda: boolean): ObjectRef | undefined {
  const named = objectAt(spec, 'scaleTargetRef');
  // KEDA's default is a Deployment; an autoscaler of Kubernetes finds nothing without a group.
  const apiVersion = stringAt(named, 'apiVersion') ?? (isKeda ? 'apps/v1' : undefined);
  const kind = stringAt(named, 'kind') ?? (isKeda ? 'Deployment' : undefined);
  const name = stringAt(named, 'name');
  if (apiVersion === undefined || kind === undefined || name === undefined) return undefined;
  return namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, namespace };
}

function onlyNumber(spec: unknown, isKeda: boolean): number | undefined {
  const [least, most] = isKeda
    ? [numberAt(spec, 'minReplicaCount') ?? 0, numberAt(spec, 'maxReplicaCount')]
    : [numberAt(spec, 'minReplicas') ?? 1, numberAt(spec, 'maxReplicas')];
  return least === most ? most : undefined;
}
