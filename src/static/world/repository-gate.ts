/** A gate that the same repository runs after the deploy. */
export interface RepositoryGate {
  /** Its place: `file:line`, or only the file. */
  readonly place: string;
  /** Milliseconds after which it ends at the latest, and the written text. */
  readonly timeout: number;
  readonly timeoutText: string;
  /** The part of the workflow that GitHub ends first, before the gate has a verdict; absent if the gate itself times out. */
  readonly endedWith?: 'job' | 'step';
  /** Its target, as written; `undefined` if it is not stated, so that it may be any. */
  readonly follows?: string;
}
