import { policyOf } from '../fleet/placement-policy.ts';
import type { Manifest } from './manifest.ts';
import type { World } from './world.ts';

/** The clusters a placement goes to: by name, all of the fleet, or some that cannot be told from here. */
export type Reach = { readonly kind: 'clusters'; readonly names: readonly string[] } | { readonly kind: 'all' } | { readonly kind: 'some' };

/** Where a placement goes as far as policy and known members show it. */
export function reachOf(placement: Manifest, { members }: World): Reach {
  const { placementType, clusterNames, required } = policyOf(placement.object);
  if (placementType === 'PickFixed') return { kind: 'clusters', names: clusterNames };
  if (placementType !== 'PickAll' || required.length > 0) return { kind: 'some' };
  return members === undefined ? { kind: 'all' } : { kind: 'clusters', names: members.map(({ metadata }) => metadata.name) };
}
