import type { MemberCluster } from '../fleet/member-cluster.ts';
import { policyOf, type PlacementPolicy } from '../fleet/placement-policy.ts';
import { objectAt } from '../fleet/json.ts';
import type { KubeObject } from '../fleet/object.ts';
import { classifyBindings, everyBinding, isLive, type Binding, type ClassifiedBindings } from './binding.ts';
import { isNewPolicy, type Existing } from './existing.ts';
import { CycleError, type Cycle } from './framework.ts';
import { unwritten, type CycleOutcome, type Scheduling } from './outcome.ts';
import { pickAll } from './pick-all.ts';
import { pickFixed } from './pick-fixed.ts';
import { pickN } from './pick-n.ts';
import { ambiguousSorter } from './plugins/cluster-affinity.ts';

export interface ScheduleInput {
  /** A ClusterResourcePlacement or ResourcePlacement. */
  readonly placement: KubeObject;
  /** The namespace a ResourcePlacement ends in; its own `metadata.namespace` where this is absent. */
  readonly namespace?: string | undefined;
  /** The whole fleet: spread domains and sorter extremes are taken over all of it. */
  readonly clusters: readonly MemberCluster[];
  /** The time heartbeats are judged at. */
  readonly now: Date;
  /** What the placement holds already; without it it is placed for the first time. */
  readonly existing?: Existing | undefined;
}

/**
 * What KubeFleet's scheduler would decide, cycle after cycle until it rests. Pure; every outcome is a value.
 * Source: `pkg/scheduler/framework/framework.go`, alike in v0.3.1 and main.
 */
export function schedule(input: ScheduleInput): Scheduling {
  const { placement, existing } = input;
  const policy = policyOf(placement);
  const renewed = existing !== undefined && isNewPolicy(existing.policy, objectAt(placement, 'spec', 'policy'));
  // The scheduler reads the number off the policy snapshot; leaving it out of an unchanged policy keeps the old one.
  const wanted = policy.numberOfClusters ?? (renewed ? undefined : existing?.numberOfClusters);
  let bindings = (existing?.bindings ?? []).map((binding) => (renewed ? { ...binding, current: false } : binding));
  const order = newlyHeld(bindings, []).toSorted();
  for (;;) {
    const classified = classifyBindings(bindings, input.clusters);
    const cycle = cycleOf(input, policy, classified);
    const outcome = oneCycle(cycle, classified, wanted);
    bindings = [...outcome.bindings];
    order.push(...newlyHeld(bindings, order));
    if (!outcome.again) return { ...toScheduling(outcome, order), ...cautionOf(cycle, wanted) };
  }
}

function cycleOf(input: ScheduleInput, policy: PlacementPolicy, { scheduled, bound, obsolete }: ClassifiedBindings): Cycle {
  const { placement, namespace = placement.metadata.namespace, clusters, now } = input;
  return {
    policy,
    namespace: placement.kind === 'ResourcePlacement' ? namespace : undefined,
    clusters,
    now: now.getTime(),
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

/** Clusters that bindings hold and the list does not name yet; new bindings are best first. */
function newlyHeld(bindings: readonly Binding[], order: readonly string[]): readonly string[] {
  const known = new Set(order);
  return bindings.filter((binding) => isLive(binding) && !known.has(binding.cluster)).map(({ cluster }) => cluster);
}

function toScheduling({ again: _again, ...outcome }: CycleOutcome, order: readonly string[]): Scheduling {
  const live = new Set(outcome.bindings.filter(isLive).map(({ cluster }) => cluster));
  return { ...outcome, picked: [...new Set(order)].filter((cluster) => live.has(cluster)) };
}
