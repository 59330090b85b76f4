import type { ObjectRef } from '../fleet/kubernetes/object.ts';
import type { WatchedState } from '../watch-report.ts';

/** A placement, an update run or a member cluster, as one look at the hub found it. */
export interface Watched {
  readonly object: ObjectRef;
  /** Differs if the object was deleted and created again. Absent if that is not known. */
  readonly uid?: string;
  readonly state: WatchedState;
  /** Why it is not good; empty if it is. Texts of fleet-gate, without messages of the hub. */
  readonly cause: string;
  /** Id of the failure; absent if there is none. */
  readonly failure?: string;
  /** When the cause began, by the hub's clock, if the hub knows it. */
  readonly since?: string;
  /** Absent for a member cluster. */
  readonly clusters?: ClusterCounts;
  /** Failures that are not certain yet. */
  readonly suspicions: readonly Suspicion[];
  /** Changes if a rollout or a run moves. Absent if it may rest for any time. */
  readonly progress?: string;
  /** RFC 3339: when it last moved, as the hub shows it. Absent if it does not rest, or the hub does not show it. */
  readonly progressedAt?: string;
  /** The first step for the cause. */
  readonly step?: string;
  /** Unix time in seconds of the last heartbeat of a member cluster. */
  readonly heartbeat?: number;
}

/** Number of clusters by verdict. */
export interface ClusterCounts {
  readonly good: number;
  readonly failed: number;
  readonly open: number;
}

export interface Suspicion {
  /** The same for the same failure in the same place. */
  readonly key: string;
  /** Absent if it is no failure of the catalogue. */
  readonly failure?: string;
  readonly cause: string;
  /** RFC 3339: when it becomes a failure. */
  readonly countsAt: string;
}

/** A cluster that an eviction removed from a placement. */
export interface Eviction {
  readonly name: string;
  readonly placement: ObjectRef;
  readonly cluster: string;
  /** RFC 3339. */
  readonly at: string;
}

/** One complete reading of the hub. */
export interface Look {
  /** RFC 3339, by the hub's clock. */
  readonly at: string;
  readonly watched: readonly Watched[];
  /** Kinds that could not be read: nothing is known of their objects. */
  readonly unread: readonly string[];
  /** Kinds that the hub refuses to show. */
  readonly denied: readonly string[];
  readonly evictions: readonly Eviction[];
}
