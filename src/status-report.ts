/** The part of a report that lists the state of placements and update runs. */
import type { ObjectRef } from './fleet/kubernetes/object.ts';
import type { Verdict } from './gate-report.ts';

export interface StatusReport {
  /** The hub's time of the observation. */
  readonly judgedAt?: string;
  /** Set if only the status of placements and update runs was read: content, bindings and Works were not checked. */
  readonly judgedBy?: 'status';
  /** Worst first. */
  readonly targets: readonly TargetStatus[];
}

export interface TargetStatus {
  readonly object: ObjectRef;
  readonly verdict: Verdict;
  /** In words: what the worst cluster does or waits for. Absent if there is no cluster yet. */
  readonly stage?: string;
  /** Since when (RFC 3339): of open clusters the earliest time, of available ones the latest. Absent if it is not known. */
  readonly since?: string;
  /** One line. Absent if it passed. */
  readonly cause?: string;
  /** Worst first. */
  readonly clusters: readonly ClusterStatusLine[];
}

export interface ClusterStatusLine {
  readonly name: string;
  readonly verdict: Verdict;
  readonly stage: string;
  readonly since?: string;
  readonly cause?: string;
}
