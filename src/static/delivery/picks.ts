import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { policyOf } from '../../fleet/kubefleet/placement-policy.ts';
import { existingOf } from '../../schedule/existing.ts';
import { fleetView } from '../../schedule/fleet-view.ts';
import { couldPick } from '../../schedule/reach/possible-clusters.ts';
import { whatIf } from '../placing/what-if.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { oncePerWorld } from '../world/once-per-world.ts';
import type { World } from '../world/world.ts';

/** The clusters of a placement. */
export interface Picks {
  /** The clusters that the scheduler picks today. */
  readonly picked: readonly MemberCluster[];
  /** For an undecided PickN placement, all clusters that it could pick, which include the picked ones. Otherwise the picked ones. */
  readonly could: readonly MemberCluster[];
}

/** `undefined` if the members, or the requirements of the policy, are not known. */
export const picksOf = oncePerWorld((placement, world): Picks | undefined => {
  const picks = picksFor(placement, world);
  if (picks === undefined) return undefined;
  const known = allPicks(world);
  const key = JSON.stringify([picks.picked, picks.could].map((clusters) => clusters.map(({ name }) => name)));
  const found = known.get(key) ?? picks;
  known.set(key, found);
  return found;
});

/** Placements with the same clusters have one value, so that what they send is found out once. */
const allPicks = oncePer((_world: World) => new Map<string, Picks>());

function picksFor(placement: Manifest, world: World): Picks | undefined {
  const scheduling = whatIf(placement, world);
  const clusters = knownClusters(world);
  if (scheduling === undefined || clusters === undefined) return undefined;
  const names = new Set(scheduling.picked);
  const picked = clusters.filter(({ name }) => names.has(name));
  const policy = policyOf(placement.object);
  const isDecided = existingOf(placement.object, placement.namespace, world.decided) !== undefined;
  if (policy.placementType !== 'PickN' || isDecided) return { picked, could: picked };
  const fits = couldPick(policy);
  const { ineligible } = fleetView(clusters, world.now.getTime());
  const could = clusters.filter((cluster) => names.has(cluster.name) || (fits(cluster) && !ineligible.has(cluster.name)));
  return { picked, could };
}

/** Whether each possible choice of the scheduler includes one of these clusters. */
export function isAlwaysPicked({ picked, could }: Picks, names: ReadonlySet<string>): boolean {
  return could.filter(({ name }) => !names.has(name)).length < picked.length;
}
