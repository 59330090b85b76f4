/** A gate that the same repository runs after the deploy. */
export interface RepositoryGate {
  /** Where that is written: `file:line`, or the file alone. */
  readonly place: string;
  /** Milliseconds after which it ends at the latest, and how that is written. */
  readonly timeout: number;
  readonly timeoutText: string;
  /** What GitHub ends by then, before the gate has a verdict; absent if the gate itself gives up. */
  readonly endedWith?: 'job' | 'step';
  /** What it follows, as it is written; `undefined` if that is not said, so that it may be anything. */
  readonly follows?: string;
}
