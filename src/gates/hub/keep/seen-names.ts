/** The names of what is kept, each seen or not yet. */
export interface Seen {
  /** Answers whether it is kept and was not seen before. */
  see(name: string): boolean;
  /** What is kept and was not seen; `undefined` where that is not known any more. */
  unseen(): Iterable<string> | undefined;
}
