import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { variantsIgnoringNames, variantsByCluster, type Variant } from '../../schedule/delivery/variants.ts';
import type { World } from '../world/world.ts';
import type { OverriddenDelivery } from './overridden-deliveries.ts';
import { picksOf } from './picks.ts';

/**
 * The variants of an object on all clusters that its placement could pick, without regard to the names of clusters; empty if the clusters
 * are not known. Kept, because several rules need them.
 */
export function variantsIn(delivery: OverriddenDelivery, world: World): readonly Variant[] {
  const known = variantsInWorld(world);
  const found = known.get(delivery) ?? variantsIgnoringNames(delivery.target, picksOf(delivery.placement, world)?.could ?? []);
  known.set(delivery, found);
  return found;
}

const variantsInWorld = oncePer((_world: World) => new Map<OverriddenDelivery, readonly Variant[]>());

/** The variant of one cluster. */
export const variantOn = oncePer(({ target }: OverriddenDelivery): ((cluster: MemberCluster) => Omit<Variant, 'clusters'>) =>
  variantsByCluster(target),
);
