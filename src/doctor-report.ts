/** The part of a report with the checks of the access to a hub. */

export interface DoctorReport {
  /** In execution order; each may depend on earlier ones. */
  readonly checks: readonly DoctorCheck[];
  /**
   * YAML of the roles that allow all the accesses that were checked: a ClusterRole, and a Role for each namespace that is read. Includes
   * bindings if the hub reports our identity. Absent if the hub could not be asked.
   */
  readonly role?: string;
  /** The content of `role`: `the ClusterRole and the Role in namespace team`. */
  readonly roleTitle?: string;
}

/** `notChecked`: an earlier check failed, or there was no time left. It is never treated as `ok`. */
export type DoctorOutcome = 'ok' | 'warning' | 'failed' | 'notChecked';

export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  /** The question of the check, as a sentence. */
  readonly asks: string;
  readonly outcome: DoctorOutcome;
  /** The result, or why it was not checked, one line each. */
  readonly evidence: readonly string[];
  /** Steps to correct it, in order; empty if there are none. */
  readonly remedy: readonly string[];
}
