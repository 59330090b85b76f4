import type { RolloutStep } from '../fleet/kubefleet/rollout-step.ts';

/**
 * What a single judgement of the hub cannot know: since when something has been seen, and what the hub held before. A value; each judgement returns the
 * next one. All times are readings of the monotonic clock in milliseconds.
 */
export interface GateMemory {
  /** False for `diagnose`: nothing was seen earlier and nothing will be seen later. */
  readonly watching: boolean;
  /** When the gate first judged; absent before that, and where it judges only once. */
  readonly startedAt?: number;
  readonly timers: Timers;
  /** Objects of the deploy the hub has held with exactly the deploy's content, by object key. */
  readonly arrived: ReadonlySet<string>;
  /** Resource snapshots that were there when the gate first judged, by `namespace/name`. */
  readonly snapshotsBefore: ReadonlySet<string>;
  /** Targets seen so far with the uid they had, by display name. */
  readonly uids: ReadonlyMap<string, string>;
}

/** The graces that run, by the identity of their key. */
export type Timers = ReadonlyMap<string, Timer>;

export interface Timer {
  readonly key: TimerKey;
  /** When the failure was first seen. */
  readonly since: number;
}

/** The content of a target whose failures are timed: a new deploy, or the target made anew, starts all graces again. */
export interface TimerScope {
  /** Display name of the placement or run. */
  readonly target: string;
  readonly uid: string;
  /** What of it is judged: its generation for scheduling, its resource index for the rollout. */
  readonly content: string;
}

/** What one grace belongs to: a place and a step. The reason is no part of it: a failure whose text or reason changes is still the same one. */
export interface TimerKey extends TimerScope {
  /** Scope of the observation: placement, cluster, manifest or run. */
  readonly scope: string;
  /** The conclusion that is timed; empty for a condition. */
  readonly fact: string;
  readonly cluster: string;
  /** Key of the object it is about. */
  readonly object: string;
  /** It is of content from before the judged one. */
  readonly behind: boolean;
  readonly step: RolloutStep;
}

/** Before a wait has judged anything. */
export const EMPTY_MEMORY: GateMemory = {
  watching: true,
  timers: new Map(),
  arrived: new Set(),
  snapshotsBefore: new Set(),
  uids: new Map(),
};

/** For a single judgement. */
export const JUDGED_ONCE: GateMemory = { ...EMPTY_MEMORY, watching: false };
