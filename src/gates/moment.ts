/** When the hub is judged. Whoever reads it makes a judgement of that moment, which is not kept for later ones. */
export interface Moment {
  /** Reading of the monotonic clock in ms; only differences to earlier readings mean anything. */
  readonly now: number;
}
