import { coverageByPolicies } from '../../schedule/reach/policy-coverage.ts';
import { picksOf } from '../delivery/picks.ts';
import { placementsMaybeSending } from '../placing/placements-of-object.ts';
import { envelopeHolding, isDeclared } from '../world/envelopes.ts';
import { isGone } from '../world/is-gone.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import type { World } from '../world/world.ts';
import { hindranceAnywhere, hindranceOn, type Named } from './hindrances.ts';

/** Whether the base has an object, alone or in an envelope, and the manifests do not. */
export function isRemoved(ref: Named, world: World): boolean {
  const base = world.base();
  return isGone(ref, world) || (base !== undefined && !isDeclared(ref, world) && envelopeHolding(ref, base) !== undefined);
}

/**
 * Clusters of a placement to which the base brings an object: KubeFleet deletes the object there if no placement sends it any more.
 * `all`: every cluster of the placement; their names need not be known · `some`: their names are not known.
 */
export type Brought = 'all' | 'some' | readonly string[];

/** `undefined` if the base does not bring it to any cluster of the placement. */
export function broughtBefore(ref: Named, placement: Manifest, world: World): Brought | undefined {
  const base = world.base();
  if (base === undefined || !isDeclared(ref, base)) return undefined;
  const carriers = placementsMaybeSending(ref, base);
  const wanted = picksOf(placement, world)?.picked;
  const fleet = knownClusters(base);
  if (wanted === undefined || fleet === undefined) return broughtByPolicies(ref, carriers, placement, base);
  const brought = wanted.filter((cluster) =>
    carriers.some((carrier) => {
      const isPicked = picksOf(carrier, base)?.picked.some(({ name }) => name === cluster.name) === true;
      return isPicked && hindranceOn(carrier, ref, cluster, base) === undefined;
    }),
  );
  if (brought.length === 0) return undefined;
  return brought.length === wanted.length ? 'all' : brought.map(({ name }) => name).toSorted();
}

function broughtByPolicies(ref: Named, carriers: readonly Manifest[], placement: Manifest, base: World): Brought | undefined {
  const bringing = carriers.filter((carrier) => hindranceAnywhere(carrier, ref, base) === undefined);
  if (bringing.length === 0) return undefined;
  const coverage = coverageByPolicies(
    placement.object,
    bringing.map(({ object }) => object),
  );
  return coverage.kind === 'covered' ? 'all' : 'some';
}
