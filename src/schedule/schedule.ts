import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import { policyOf, type PlacementPolicy } from '../fleet/kubefleet/placement-policy.ts';
import { objectAt } from '../fleet/json/json.ts';
import type { HubProfile } from '../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';
import { classifyBindings, everyBinding, isLive, type Binding, type ClassifiedBindings } from './binding.ts';
import { isNewPolicy, type Existing } from './existing.ts';
import { fleetView, type FleetView } from './fleet-view.ts';
import { CycleError, type Cycle } from './framework.ts';
import { unwritten, type CycleOutcome, type Scheduling } from './outcome.ts';
import { pickAll } from './pick-all.ts';
import { pickFixed } from './pick-fixed.ts';
import { pickN } from './pick-n.ts';
import { ambiguousSorter } from './plugins/cluster-affinity.ts';

export interface ScheduleInput {
  /** A ClusterResourcePlacement or ResourcePlacement. */
  readonly placement: KubeObject;
  /** The namespace into which a ResourcePlacement is deployed; default: its own `metadata.namespace`. */
  readonly namespace?: string | undefined;
  /** The whole fleet: spread domains and sorter extremes are computed over all of it. */
  readonly clusters: readonly MemberCluster[];
  /** The time at which heartbeats are judged. */
  readonly now: Date;
  /** The target hub; default: KubeFleet v0.3. */
  readonly target?: HubProfile | undefined;
  /** What the placement already holds; without it, the placement is scheduled for the first time. */
  readonly existing?: Existing | undefined;
}

/**
 * Computes the decision of KubeFleet's scheduler, cycle by cycle until it is stable. Pure; every outcome is a value. Source:
 * `pkg/scheduler/framework/framework.go`, the same in v0.3.1 and main.
 */
export function schedule(input: ScheduleInput): Scheduling {
  const { placement, existing, target } = input;
  const policy = policyOf(placement);
  const renewed = existing !== undefined && isNewPolicy(existing.policy, objectAt(placement, 'spec', 'policy'), placement.kind, target);
  // The scheduler reads the number from the policy snapshot. If an unchanged policy leaves it out, the old number is kept.
  const wanted = policy.numberOfClusters ?? (renewed ? undefined : existing?.numberOfClusters);
  const fleet = fleetView(input.clusters, input.now.getTime());
  let bindings = (existing?.bindings ?? []).map((binding) => (renewed ? { ...binding, current: false } : binding));
  const held = new Set(
    bindings
      .filter(isLive)
      .map(({ cluster }) => cluster)
      .toSorted(),
  );
  for (;;) {
    const classified = classifyBindings(bindings, fleet);
    const cycle = cycleOf(input, policy, fleet, classified);
    const { again, ...outcome } = oneCycle(cycle, classified, wanted);
    bindings = [...outcome.bindings];
    // New bindings are sorted best first.
    for (const binding of bindings) if (isLive(binding)) held.add(binding.cluster);
    if (!again) return { ...outcome, picked: stillHeld(held, bindings), ...cautionOf(cycle, wanted) };
  }
}

function cycleOf(
  { placement, namespace = placement.metadata.namespace }: ScheduleInput,
  policy: PlacementPolicy,
  fleet: FleetView,
  { scheduled, bound, obsolete }: ClassifiedBindings,
): Cycle {
  return {
    policy,
    placement: placement.metadata.name,
    namespace: placement.kind === 'ResourcePlacement' ? namespace : undefined,
    fleet,
    present: new Set([...scheduled, ...bound].map(({ cluster }) => cluster)),
    obsolete: new Set(obsolete.map(({ cluster }) => cluster)),
  };
}

function oneCycle(cycle: Cycle, classified: ClassifiedBindings, wanted: number | undefined): CycleOutcome {
  const stop = (message: string): CycleOutcome => ({ ...unwritten('Stuck', message, everyBinding(classified)), again: false });
  try {
    const { placementType } = cycle.policy;
    if (placementType === 'PickAll') return pickAll(cycle, classified);
    if (placementType === 'PickFixed') return pickFixed(cycle, classified);
    if (placementType === 'unknown') return stop('the placement type is unknown');
    return wanted === undefined ? stop('cannot find annotation kubernetes-fleet.io/number-of-clusters') : pickN(cycle, classified, wanted);
  } catch (error) {
    if (error instanceof CycleError) return stop(error.message);
    throw error;
  }
}

function cautionOf(cycle: Cycle, wanted = 0): Pick<Scheduling, 'caution'> {
  const searches = cycle.policy.placementType === 'PickN' && wanted > cycle.present.size;
  const property = searches ? ambiguousSorter(cycle) : undefined;
  if (property === undefined) return {};
  return { caution: `the highest or lowest value of ${property} is written in two ways, and the scheduler may stop with an error` };
}

function stillHeld(held: ReadonlySet<string>, bindings: readonly Binding[]): readonly string[] {
  const live = new Set(bindings.filter(isLive).map(({ cluster }) => cluster));
  return [...held].filter((cluster) => live.has(cluster));
}
