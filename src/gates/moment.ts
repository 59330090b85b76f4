/** The time of an evaluation. A result that reads it is valid only for that moment, and is not cached. */
export interface Moment {
  /** Reading of the monotonic clock in ms; only differences to earlier readings have a meaning. */
  readonly now: number;
}
