import { policyOf } from '../fleet/placement-policy.ts';
import type { Manifest } from './manifest.ts';
import { whatIf } from './what-if.ts';
import type { World } from './world.ts';

/** The clusters a placement goes to: by name, all of the fleet, or some that cannot be told from here. */
export type Reach = { readonly kind: 'clusters'; readonly names: readonly string[] } | { readonly kind: 'all' } | { readonly kind: 'some' };

/** Where a placement goes: as the scheduler would decide over the known members, else as far as the policy shows it. */
export function reachOf(placement: Manifest, world: World): Reach {
  const { placementType, clusterNames, required } = policyOf(placement.object);
  if (placementType === 'PickFixed') return { kind: 'clusters', names: clusterNames };
  const scheduling = whatIf(placement, world);
  if (scheduling === undefined) return placementType === 'PickAll' && required.length === 0 ? { kind: 'all' } : { kind: 'some' };
  if (scheduling.outcome === 'Stuck' || scheduling.outcome === 'Pending') return { kind: 'some' };
  // Clusters that only lack the namespace as yet are picked as soon as they have it.
  const later = scheduling.unpicked.filter(({ plugin }) => plugin === 'NamespaceAffinity').map(({ cluster }) => cluster);
  return { kind: 'clusters', names: [...scheduling.picked, ...(placementType === 'PickAll' ? later : [])] };
}
