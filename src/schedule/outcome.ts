import type { Binding } from './binding.ts';
import type { Decision, Unpicked } from './decision.ts';

/**
 * The result of a what-if run of the scheduler: `Fulfilled` or `Unfulfilled`. `Pending`: the hub never judges such a policy (PickFixed
 * without names). `Stuck`: a cycle ended in an error, so the hub does not write a status and does not retry.
 */
export interface Scheduling {
  readonly outcome: 'Fulfilled' | 'Unfulfilled' | 'Pending' | 'Stuck';
  /** Reason and message of the condition Scheduled; for a stuck cycle, the scheduler's error. */
  readonly reason: string;
  readonly message: string;
  /** Why a hub may decide differently for a reason that cannot be seen in advance. */
  readonly caution?: string;
  /** The clusters the placement holds afterwards: first those it keeps, then those it picks, best first. */
  readonly picked: readonly string[];
  /** As the hub writes them; empty if it writes none. */
  readonly decisions: () => readonly Decision[];
  /** Every other cluster that the last cycle examined; empty if the scheduler did not search. */
  readonly unpicked: readonly Unpicked[];
  /** The placement's bindings afterwards. */
  readonly bindings: readonly Binding[];
}

/**
 * The result of one cycle. `again`: a batch limit was reached, so the next cycle follows at once and the status of this one is not written.
 */
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

/** The hub does not write a status: the placement stays at SchedulePending. */
export function unwritten(outcome: 'Pending' | 'Stuck', message: string, bindings: readonly Binding[]): Omit<Scheduling, 'picked'> {
  return { outcome, reason: 'SchedulePending', message, decisions: () => [], unpicked: [], bindings };
}
