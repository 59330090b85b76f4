import type { ObjectRef } from './fleet/kubernetes/object.ts';

/**
 * How the content before a failed deploy can be brought back to a placement. fleet-gate never does it. A part of `report-v1`, in the gate.
 */
export interface Rollback {
  readonly placement: ObjectRef;
  /**
   * `run`: an update run with the index of an older resource snapshot (strategy External). `revert`: only a revert of the manifests
   * (RollingUpdate, or the snapshot is gone). `unknown`: the hub does not show older content that was good.
   */
  readonly by: 'run' | 'revert' | 'unknown';
  /** One sentence: what can bring it back, and what shows that it was good. */
  readonly message: string;
  /** Whole sentences: what it does not restore, and what is not proven. */
  readonly notes: readonly string[];
  /** The index of the resource snapshot with that content; absent if it is not on the hub. */
  readonly index?: number;
  /** The run that rolled this snapshot out with success; absent if none did. */
  readonly provenBy?: ObjectRef;
  /** YAML of the run to create. It does not start by itself. Only for `run`. */
  readonly manifest?: string;
  /** In their order; looking comes first. */
  readonly steps: readonly string[];
  /** What would change on the clusters. Absent if one of the two snapshots cannot be read. */
  readonly undoes?: SnapshotChange;
}

/** The objects of two resource snapshots, by name. */
export interface SnapshotChange {
  readonly from: number;
  readonly to: number;
  /** Objects that come back. */
  readonly added: readonly ObjectRef[];
  readonly changed: readonly ObjectRef[];
  readonly removed: readonly ObjectRef[];
}
