import { ENVELOPE_KINDS, objectsWithin } from '../../fleet/kubefleet/envelope.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { POD_KINDS } from '../../fleet/kubernetes/pod-template.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import type { World } from '../world/world.ts';

interface Part {
  readonly object: KubeObject;
  /** Pointer into the manifest. */
  readonly at: string;
  readonly namespace: string | undefined;
}

/** The objects that a cluster gets of a manifest. */
export function partsOf({ object, namespace }: Manifest): readonly Part[] {
  return objectsWithin(object).map((part) => ({ ...part, namespace: part.object.metadata.namespace ?? namespace }));
}

/** A Pod or workload, alone or in an envelope. */
export type Workload = Part & { readonly manifest: Manifest };

/** Objects that are declared more than once may be for several hubs, so they are left out. */
export const workloadsOf = oncePer((world: World): readonly Workload[] => {
  const kinds = new Set(POD_KINDS);
  const all = [...POD_KINDS, ...ENVELOPE_KINDS]
    .flatMap((kind) => world.ofKind(kind))
    .flatMap((manifest) => partsOf(manifest).map((part) => ({ ...part, manifest })))
    .filter(({ object }) => kinds.has(object.kind));
  const single = [...Map.groupBy(all, ({ object, namespace }) => `${object.kind} ${namespace ?? ''} ${object.metadata.name}`).values()];
  return single.flatMap((found) => (found.length === 1 ? found : []));
});

/** By namespace. */
export const workloadsIn = oncePer((world: World) => Map.groupBy(workloadsOf(world), ({ namespace }) => namespace ?? ''));

/** The workloads of the namespace that a placement of an object sends too, as far as they are known, as they are before any override. */
export function workloadsBeside(policy: Manifest, namespace: string, world: World): readonly Workload[] {
  const workloads = workloadsIn(world).get(namespace) ?? [];
  return workloads.filter(
    ({ manifest, at }) => isNamed(manifest) && isResolved(manifest, `${at}/spec`) && arriveTogether(policy, manifest, world),
  );
}

/** Whether one placement sends both, and no autoscaler changes the replicas of the workload. */
export function arriveTogether(policy: Manifest, workload: Manifest, world: World): boolean {
  return placementsSendingBoth(policy, workload, world).length > 0 && !isScaled(workload, world);
}

/** The placements that send both. */
export function placementsSendingBoth(policy: Manifest, workload: Manifest, world: World): readonly Manifest[] {
  const placers = placementsSending(policy, world);
  return placementsSending(workload, world).filter((placer) => placers.includes(placer));
}

/** An autoscaler may start with fewer replicas. */
function isScaled({ object, namespace }: Manifest, world: World): boolean {
  return [...world.ofKind('HorizontalPodAutoscaler'), ...world.ofKind('ScaledObject')].some(
    (scaler) => scaler.namespace === namespace && stringAt(scaler.object, 'spec', 'scaleTargetRef', 'name') === object.metadata.name,
  );
}
