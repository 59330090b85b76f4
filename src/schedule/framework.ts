/**
 * The words of KubeFleet's scheduler framework (`pkg/scheduler/framework`): what a plugin is given and what it answers.
 * The framework is the same in v0.3.1 and main.
 */
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import type { PlacementPolicy } from '../fleet/kubefleet/placement-policy.ts';
import type { FleetView } from './fleet-view.ts';

/** Everything one scheduling cycle of one placement looks at. */
export interface Cycle {
  readonly policy: PlacementPolicy;
  /** The name of the placement. */
  readonly placement: string;
  /** Of a ResourcePlacement; absent for a ClusterResourcePlacement. */
  readonly namespace: string | undefined;
  /** All of it, clusters that cannot be picked included. */
  readonly fleet: FleetView;
  /** Clusters with a scheduled or bound binding of the latest policy. */
  readonly present: ReadonlySet<string>;
  /** Clusters with a binding of an earlier policy. */
  readonly obsolete: ReadonlySet<string>;
}

/** Scores are compared in this order: spread, affinity, obsolete affinity. */
export interface Score {
  readonly affinity: number;
  readonly spread: number;
  /** 1 for a cluster that an earlier policy had picked. */
  readonly obsolete: number;
}

export const NO_SCORE: Score = { affinity: 0, spread: 0, obsolete: 0 };

/** `alreadySelected`: neither a candidate nor worth a reason. */
export type FilterVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'alreadySelected' }
  | { readonly kind: 'filtered'; readonly reason: string };

export const PASSED: FilterVerdict = { kind: 'passed' };

/** Each hook is called once a cycle and answers with the judgement of one cluster, or with nothing if the plugin has no say. */
export interface Plugin {
  readonly name: string;
  readonly filter?: (cycle: Cycle) => ((cluster: MemberCluster) => FilterVerdict) | undefined;
  readonly score?: (cycle: Cycle) => ((cluster: MemberCluster) => Partial<Score>) | undefined;
  /** How many clusters may be picked before the next cycle counts again. */
  readonly batchLimit?: (policy: PlacementPolicy) => number | undefined;
}

/** An error in a cycle: the hub drops the cycle, writes no status and does not try again. */
export class CycleError extends Error {
  override readonly name = 'CycleError';
}

/** What a plugin stops the cycle with. */
export function pluginError(plugin: string, cause: string): CycleError {
  return new CycleError(`plugin ${plugin} returned an error InternalError, ${cause}`);
}
