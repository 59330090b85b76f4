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
  /** The namespace a ResourcePlacement ends in; its own `metadata.namespace` if this is absent. */
  readonly namespace?: string | undefined;
  /** The whole fleet: spread domains and sorter extremes are taken over all of it. */
  readonly clusters: readonly MemberCluster[];
  /** The time heartbeats are judged at. */
  readonly now: Date;
  /** The hub it is for; KubeFleet v0.3 if it is left out. */
  readonly target?: HubProfile | undefined;
  /** What the placement holds already; without it it is placed for the first time. */
  readonly existing?: Existing | undefined;
}

/**
 * What KubeFleet's scheduler would decide, cycle after cycle until it rests. Pure; every outcome is a value.
 * Source: `pkg/scheduler/framework/framework.go`, alike in v0.3.1 and main.
 */
export function schedule(input: ScheduleInput): Scheduling {
  const { placement, existing, target } = input;
  const policy = policyOf(placement);
  const renewed = existing !== undefined && isNewPolicy(existing.policy, objectAt(placement, 'spec', 'policy'), placement.kind, target);
  // The scheduler reads the number off the policy snapshot; leaving it out of an unchanged policy keeps the old one.
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
    // New bindings are best first.
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
  return { caution: `an extreme value of ${property} is spelled in two ways, at which the scheduler may stop` };
}

function stillHeld(held: ReadonlySet<string>, bindings: readonly Binding[]): readonly string[] {
  const live = new Set(bindings.filter(isLive).map(({ cluster }) => cluster));
  return [...held].filter((cluster) => live.has(cluster));
}
