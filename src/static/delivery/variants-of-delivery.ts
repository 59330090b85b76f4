import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { variantsIgnoringNames, variantsByCluster, type Variant } from '../../schedule/delivery/variants.ts';
import type { OverriddenTarget } from '../../schedule/override/placement-overrides.ts';
import type { World } from '../world/world.ts';
import type { OverriddenDelivery } from './overridden-deliveries.ts';
import { picksOf, type Picks } from './picks.ts';

/**
 * The variants of an object on all clusters that its placement could pick, without regard to the names of clusters; empty if the clusters
 * are not known.
 */
export function variantsIn({ target, placement }: OverriddenDelivery, world: World): readonly Variant[] {
  const picks = picksOf(placement, world);
  return picks === undefined ? [] : variantsFor(picks)(target);
}

/** The same for known clusters. Kept, because several rules and placements need them. */
export const variantsFor = oncePer((picks: Picks) => oncePer((target: OverriddenTarget) => variantsIgnoringNames(target, picks.could)));

/** The variant of one cluster. */
export const variantOn = oncePer(({ target }: OverriddenDelivery): ((cluster: MemberCluster) => Omit<Variant, 'clusters'>) =>
  variantsByCluster(target),
);
