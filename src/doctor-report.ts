/** The part of a report that says what is in the way to a hub, or that nothing is. */

export interface DoctorReport {
  /** In the order in which they were asked; each rests on some before it. */
  readonly checks: readonly DoctorCheck[];
  /**
   * YAML of the roles that allow all that was asked for, with their bindings where the hub says who asks: a ClusterRole, and a Role for each
   * namespace of which something is read. Absent where the hub could not be asked so far.
   */
  readonly role?: string;
  /** What `role` holds: `the ClusterRole and the Role in namespace team`. */
  readonly roleTitle?: string;
}

/** `notChecked`: an earlier one failed, or there was no time left. It is never as good as `ok`. */
export type DoctorOutcome = 'ok' | 'warning' | 'failed' | 'notChecked';

export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  /** What it asks, as a sentence. */
  readonly asks: string;
  readonly outcome: DoctorOutcome;
  /** What was found, or why it was not checked: a line each. */
  readonly evidence: readonly string[];
  /** What to do, in this order; empty where nothing is. */
  readonly remedy: readonly string[];
}
