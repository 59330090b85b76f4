import { stringAt } from '../../fleet/json/json.ts';
import { fleetLabel } from '../../fleet/kubefleet/fleet-metadata.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { couldPick } from '../../schedule/reach/possible-clusters.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { nameOf } from '../world/placements.ts';
import type { World } from '../world/world.ts';
import { picksOf } from './picks.ts';

/** The clusters of a placement. */
export interface HeldClusters {
  readonly names: readonly string[];
  /** The hub shows it. */
  readonly isSeen: boolean;
  /** PickN has some of these. */
  readonly isPossible?: true;
}

/** The clusters that have a placement: by its bindings on the hub, else those that its policy could pick. */
export function heldClusters(placed: Manifest, world: World): HeldClusters | undefined {
  const bindings = world.decided.filter(
    (object) => object.kind === 'ClusterResourceBinding' && fleetLabel(object, 'parent-CRP') === nameOf(placed),
  );
  if (bindings.length > 0)
    return { names: bindings.map((binding) => stringAt(binding, 'spec', 'targetCluster') ?? '').toSorted(), isSeen: true };
  const policy = policyOf(placed.object);
  if (placed.onHub === true || policy.placementType === 'PickFixed') return undefined;
  const picks = picksOf(placed, world);
  if (picks === undefined) return undefined;
  const names = picks.could.map(({ name }) => name);
  if (policy.placementType === 'PickN') return { names: names.toSorted(), isSeen: false, isPossible: true };
  // A placement keeps a cluster that is tainted or not healthy.
  const others = (knownClusters(world) ?? []).filter(couldPick(policy)).map(({ name }) => name);
  return { names: [...new Set([...names, ...others])].toSorted(), isSeen: false };
}
