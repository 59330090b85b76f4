import type { RolloutStep } from '../fleet/kubefleet/rollout-step.ts';

/**
 * The facts that a single evaluation of the hub cannot know: since when something was seen, and what the hub held before. An immutable
 * value; each evaluation returns the next one. All times are readings of the monotonic clock in milliseconds.
 */
export interface GateMemory {
  /** False for `diagnose`, which evaluates only once. */
  readonly watching: boolean;
  /** When the gate first evaluated; absent before that, and if it evaluates only once. */
  readonly startedAt?: number;
  readonly timers: Timers;
  /** Keys of the deployed objects that the hub has held with exactly the deploy's content. */
  readonly arrived: ReadonlySet<string>;
  /** Resource snapshots that existed at the gate's first evaluation, by `namespace/name`. */
  readonly snapshotsBefore: ReadonlySet<string>;
  /** The last heartbeat of each member, by name. */
  readonly heartbeats: ReadonlyMap<string, SeenHeartbeat>;
  /** The uid of each target seen so far, by display name. */
  readonly uids: ReadonlyMap<string, string>;
}

/** A heartbeat as the gate saw it. The clock of a member may be off that of the hub, so only its changes show that the member is alive. */
export interface SeenHeartbeat {
  readonly last: string;
  /** When the gate first saw it. */
  readonly since: number;
  /** The gate saw an earlier one before. */
  readonly moved: boolean;
}

/** The running grace periods, by the identity of their key. */
export type Timers = ReadonlyMap<string, Timer>;

export interface Timer {
  readonly key: TimerKey;
  /** When the failure was first seen. */
  readonly since: number;
}

/** The content of a target whose failures are timed: a new deploy, or a recreated target, restarts all grace periods. */
export interface TimerScope {
  /** Display name of the placement or run. */
  readonly target: string;
  readonly uid: string;
  /** The judged version: its generation for scheduling, its resource index for the rollout. */
  readonly content: string;
}

/**
 * The identity of one grace period: a place and a step. The reason is not part of it: a failure whose text or reason changes is still the
 * same one.
 */
export interface TimerKey extends TimerScope {
  /** Scope of the observation: placement, cluster, manifest or run. */
  readonly scope: string;
  /** The timed conclusion; empty for a condition. */
  readonly fact: string;
  readonly cluster: string;
  /** Key of the object it is about. */
  readonly object: string;
  /** It is about content from before the judged one. */
  readonly behind: boolean;
  readonly step: RolloutStep;
}

/** The memory before a wait's first evaluation. */
export const EMPTY_MEMORY: GateMemory = {
  watching: true,
  timers: new Map(),
  arrived: new Set(),
  snapshotsBefore: new Set(),
  heartbeats: new Map(),
  uids: new Map(),
};

/** The memory of a single evaluation. */
export const JUDGED_ONCE: GateMemory = { ...EMPTY_MEMORY, watching: false };
