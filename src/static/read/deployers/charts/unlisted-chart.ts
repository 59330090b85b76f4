import type { Delivery } from '../delivery.ts';

/** A chart to which a deployer gives values, and that was rendered without them, because `render` does not list it. */
export interface UnlistedChart {
  readonly delivery: Delivery;
  /** Its folder, as reports name it. */
  readonly directory: string;
  /** The texts of its files, and of the files of values that the deployer names, by name. Empty for a file that is not there. */
  readonly texts: ReadonlyMap<string, string>;
}
