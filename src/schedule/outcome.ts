import type { Binding } from './binding.ts';
import type { Decision, Unpicked } from './decision.ts';

/**
 * What a what-if run of the scheduler found: `Fulfilled` or `Unfulfilled`.
 * `Pending`: the hub never judges such a policy (PickFixed without names).
 * `Stuck`: a cycle ended in an error, the hub writes no status and does not try again by itself.
 */
export interface Scheduling {
  readonly outcome: 'Fulfilled' | 'Unfulfilled' | 'Pending' | 'Stuck';
  /** Reason and message of the condition Scheduled; of a stuck cycle the scheduler's error. */
  readonly reason: string;
  readonly message: string;
  /** Why a hub may decide otherwise in a way nothing shows beforehand. */
  readonly caution?: string;
  /** Clusters the placement holds afterwards: those it keeps, then those it picks, best first. */
  readonly picked: readonly string[];
  /** As the hub writes them; empty if it writes none. */
  readonly decisions: () => readonly Decision[];
  /** Every other cluster the last cycle looked at; empty if the scheduler had nothing to look for. */
  readonly unpicked: readonly Unpicked[];
  /** The placement's bindings afterwards. */
  readonly bindings: readonly Binding[];
}

/** What one cycle gives; `again`: a batch limit was used up, the next cycle follows at once and this one's status is not written. */
export interface CycleOutcome extends Omit<Scheduling, 'picked'> {
  readonly again: boolean;
}

export function fulfilled(found: number): Pick<Scheduling, 'outcome' | 'reason' | 'message'> {
  return {
    outcome: 'Fulfilled',
    reason: 'SchedulingPolicyFulfilled',
    message: `found all cluster needed as specified by the scheduling policy, found ${String(found)} cluster(s)`,
  };
}

export function unfulfilled(found: number): Pick<Scheduling, 'outcome' | 'reason' | 'message'> {
  return {
    outcome: 'Unfulfilled',
    reason: 'SchedulingPolicyUnfulfilled',
    message: `could not find all clusters needed as specified by the scheduling policy, found ${String(found)} cluster(s) instead`,
  };
}

/** No status is written: the placement stays at SchedulePending. */
export function unwritten(outcome: 'Pending' | 'Stuck', message: string, bindings: readonly Binding[]): Omit<Scheduling, 'picked'> {
  return { outcome, reason: 'SchedulePending', message, decisions: () => [], unpicked: [], bindings };
}
