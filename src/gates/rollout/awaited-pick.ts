import { memberCluster, type MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { policyOf, restsOnProperties } from '../../fleet/kubefleet/placement-policy.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { CycleError, type Cycle } from '../../schedule/framework.ts';
import { runFilters } from '../../schedule/run-plugins.ts';
import type { MemberView } from '../view/member.ts';
import type { PlacementContext } from './context.ts';

/**
 * Why a placement that picks all clusters does not have all of them yet, as one clause that names the first; `undefined` if it has, or if
 * that is not certain. The scheduler looks again after each change of a label, taint or agent that can make a cluster match (KubeFleet
 * pkg/scheduler/watchers/membercluster/watcher.go); until it has done so, neither generation nor status of the placement shows the change.
 * A placement that asks for properties is left out: agents measure these all the time.
 */
export function awaitedPick({ view, members, clusters }: PlacementContext): string | undefined {
  const policy = policyOf(view.object);
  if (members === undefined || policy.placementType !== 'PickAll' || policy.spread.length > 0 || restsOnProperties(policy))
    return undefined;
  const { name, namespace } = view.ref;
  const none = new Set<string>();
  const picked = new Set(clusters.map(({ cluster }) => cluster));
  const fleet = { clusters: eligibleMembers(members), byName: new Map(), ineligible: new Map() };
  const found = candidates({ policy, placement: name, namespace, fleet, present: none, obsolete: none });
  const awaited = found.find((cluster) => !picked.has(cluster.name));
  return awaited && `${awaited.name} matches the policy, and the scheduler has not picked it yet`;
}

/** The members that the scheduler can pick at this time, by name. */
const eligibleMembers = oncePer((members: ReadonlyMap<string, MemberView>): readonly MemberCluster[] =>
  [...members.values()]
    .filter(({ eligible }) => eligible)
    .map(({ object }) => memberCluster(object))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
);

/** None if the scheduler ends with an error: it then picks no cluster. */
function candidates(cycle: Cycle): readonly MemberCluster[] {
  try {
    return runFilters(cycle).candidates;
  } catch (error) {
    if (error instanceof CycleError) return [];
    throw error;
  }
}
