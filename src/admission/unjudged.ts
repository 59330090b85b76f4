/** Something the hub checks about an object that is not judged here. */
export interface Unjudged {
  /** JSON pointer into the object as written. */
  readonly pointer: string;
  /** What it is and why, as a sentence. */
  readonly reason: string;
}
