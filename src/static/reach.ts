import { affinityTerms, fixedClusters } from './common-clusters.ts';
import type { Manifest } from './manifest.ts';
import { placementType } from './placements.ts';
import type { World } from './world.ts';

/** The clusters a placement goes to: by name, all of the fleet, or some that cannot be told from here. */
export type Reach = { readonly kind: 'clusters'; readonly names: readonly string[] } | { readonly kind: 'all' } | { readonly kind: 'some' };

/** Where a placement goes as far as policy and known members show it. */
export function reachOf(placement: Manifest, { members }: World): Reach {
  const fixed = fixedClusters(placement);
  if (fixed !== undefined) return { kind: 'clusters', names: fixed };
  if (placementType(placement) !== 'PickAll' || affinityTerms(placement).length > 0) return { kind: 'some' };
  return members === undefined ? { kind: 'all' } : { kind: 'clusters', names: members.map(({ metadata }) => metadata.name) };
}
