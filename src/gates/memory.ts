/**
 * What one look cannot know: since when something has been seen, and what the hub held before. A value; each judgement returns the next one.
 * All times are readings of the monotonic clock in milliseconds.
 */
export interface GateMemory {
  /** False for `diagnose`: there was no earlier look and there will be no later one. */
  readonly watching: boolean;
  /** When the first look was taken; absent before it, and for one look only. */
  readonly startedAt?: number;
  /** When each suspicion was first seen, by its key. */
  readonly firstSeen: ReadonlyMap<string, number>;
  /** Objects of the deploy the hub has held with exactly the deploy's content, by object key. */
  readonly arrived: ReadonlySet<string>;
  /** Resource snapshots that were there at the first look, by `namespace/name`. */
  readonly snapshotsBefore: ReadonlySet<string>;
  /** Targets seen so far with the uid they had, by display name. */
  readonly uids: ReadonlyMap<string, string>;
}

/** Before the first look of a wait. */
export const FRESH_MEMORY: GateMemory = {
  watching: true,
  firstSeen: new Map(),
  arrived: new Set(),
  snapshotsBefore: new Set(),
  uids: new Map(),
};

/** For one look only. */
export const ONE_LOOK: GateMemory = { ...FRESH_MEMORY, watching: false };
