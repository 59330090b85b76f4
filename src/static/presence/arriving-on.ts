import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { objectsIn } from '../../schedule/delivery/variants.ts';
import { overriddenDeliveriesFor, type OverriddenDelivery } from '../delivery/overridden-deliveries.ts';
import { picksOf } from '../delivery/picks.ts';
import { variantOn } from '../delivery/variants-of-delivery.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';

/** An object of the manifests. */
export interface LocatedObject {
  /** The object, or the envelope that contains it. */
  readonly manifest: Manifest;
  readonly object: KubeObject;
  /** Pointer to it in its manifest. */
  readonly at: string;
}

/** An object in the form that a cluster gets. */
export interface ArrivingObject {
  readonly object: KubeObject;
  readonly placement: Manifest;
}

/** The object as each placement sends it to the cluster. */
export function arrivingOn(cluster: MemberCluster, { manifest, object }: LocatedObject, world: World): readonly ArrivingObject[] {
  return placementsSending(manifest, world).flatMap((placement) => {
    if (picksOf(placement, world)?.picked.some(({ name }) => name === cluster.name) !== true) return [];
    const deliveries = deliveriesOf(object, manifest, placement, world);
    if (deliveries.length === 0) return [{ object, placement }];
    return deliveries.flatMap((delivery) =>
      objectsIn(variantOn(delivery)(cluster).outcome).flatMap((each) => (isSameObject(each, object) ? [{ object: each, placement }] : [])),
    );
  });
}

/** The deliveries of an object, or of the envelope that contains it, that overrides change for a placement. */
function deliveriesOf(object: KubeObject, manifest: Manifest, placement: Manifest, world: World): readonly OverriddenDelivery[] {
  return overriddenDeliveriesFor(manifest, placement, world).filter(
    ({ target }) => target.entry === undefined || isSameObject(target.resource.object, object),
  );
}

/** Whether two objects have the same kind and name. */
export function isSameObject(one: KubeObject, other: KubeObject): boolean {
  const [a, b] = [refOf(one), refOf(other)];
  return a.kind === b.kind && a.name === b.name;
}
