/** The names of the kept objects, each seen or not yet. */
export interface Seen {
  /** Returns whether the name is kept and was not seen before. */
  see(name: string): boolean;
  /** The kept names that were not seen; `undefined` if they are not known any more. */
  unseen(): Iterable<string> | undefined;
}
