import type { ObjectRef } from './fleet/kubernetes/object.ts';

/** The result of `fleet-gate approve`: what the approval requests of an update run rest on. A part of `report-v1`. */
export interface ApprovalReport {
  readonly run: ObjectRef;
  /** One sentence: what was approved, or why nothing was. */
  readonly message: string;
  /** The requests that were open, or approved before. Empty if the run has asked for none. */
  readonly requests: readonly JudgedApproval[];
  /** What `--stop-run` did; absent if it had nothing to do, or was not given. */
  readonly stop?: RunStop;
}

/**
 * `approved`: written now, and the hub has it. `wouldApprove`: the same without the write (`--dry-run`). `alreadyApproved`: it was
 * approved before. `notYet`: only time is missing (`--soak`). `notProven`: it stays open. `notWritten`: proven, but the hub did not take
 * it. `denied`: a person wrote Approved False, which stays.
 */
export type ApprovalResult = 'approved' | 'wouldApprove' | 'alreadyApproved' | 'notYet' | 'notProven' | 'notWritten' | 'denied';

/** How a clause of `notProven` begins if it is known that the content is another one. */
export const CONTENT_DIFFERS = 'the content differs from the manifests';

export interface JudgedApproval {
  readonly request: ObjectRef;
  readonly stage: string;
  /** Whether the run waits before or after it updates the stage. */
  readonly when: 'before' | 'after';
  readonly result: ApprovalResult;
  /** The clusters that had to be good: those of the stages that the run has updated. */
  readonly clusters: readonly string[];
  /** Clauses: what was proven. The written condition has them in its message. */
  readonly proven: readonly string[];
  /** Clauses: what was not proven or is certainly otherwise, or why it was not written. Empty for the other results. */
  readonly notProven: readonly string[];
  /** RFC 3339: when it can be approved if all stays good. Only for `notYet`. */
  readonly until?: string;
}

export interface RunStop {
  /** `stopped`: `spec.state` of the run is `Stop` now. `wouldStop`: the same without the write (`--dry-run`). */
  readonly result: 'stopped' | 'wouldStop' | 'notStopped';
  /** One sentence. */
  readonly message: string;
}
