/**
 * The terms of KubeFleet's scheduler framework (`pkg/scheduler/framework`): the input and the answers of a plugin. The framework is the
 * same in v0.3.1 and main.
 */
import type { MemberCluster } from '../fleet/kubefleet/member-cluster.ts';
import type { PlacementPolicy } from '../fleet/kubefleet/placement-policy.ts';
import type { FleetView } from './fleet-view.ts';

/** The input of one scheduling cycle for one placement. */
export interface Cycle {
  readonly policy: PlacementPolicy;
  /** The name of the placement. */
  readonly placement: string;
  /** The namespace of a ResourcePlacement; absent for a ClusterResourcePlacement. */
  readonly namespace: string | undefined;
  /** All clusters, also those that cannot be picked. */
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

/** `alreadySelected`: the cluster is not a candidate, and gets no reason. */
export type FilterVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'alreadySelected' }
  | { readonly kind: 'filtered'; readonly reason: string };

export const PASSED: FilterVerdict = { kind: 'passed' };

/** Each hook is called once in a cycle. It returns a function that judges one cluster, or nothing if the plugin does not apply. */
export interface Plugin {
  readonly name: string;
  readonly filter?: (cycle: Cycle) => ((cluster: MemberCluster) => FilterVerdict) | undefined;
  readonly score?: (cycle: Cycle) => ((cluster: MemberCluster) => Partial<Score>) | undefined;
  /** The number of clusters that one cycle may pick before the next one counts again. */
  readonly batchLimit?: (policy: PlacementPolicy) => number | undefined;
}

/** An error in a cycle. The hub drops the cycle, does not write a status and does not retry. */
export class CycleError extends Error {
  override readonly name = 'CycleError';
}

/** The error with which a plugin stops the cycle. */
export function pluginError(plugin: string, cause: string): CycleError {
  return new CycleError(`plugin ${plugin} returned an error InternalError, ${cause}`);
}
