/** A template of a chart with KubeFleet objects, as one release renders it. */
export interface FleetTemplate {
  readonly file: string;
  /** The folder of its chart. */
  readonly chart: string;
  /** The command that renders it. */
  readonly command: string;
  /** The number of KubeFleet objects that were rendered from it. */
  readonly made: number;
  /** Its parts with KubeFleet objects, without the conditions around these, and how many each has. */
  readonly parts: readonly { readonly text: string; readonly objects: number }[];
  /** Present if only values decide whether it makes its objects. */
  readonly ofValues?: {
    /** What its objects are made of: texts and values, without the conditions around the objects. */
    readonly source: string;
    /** The values that a `with` or `range` around an object passes on to it, by their paths. */
    readonly passed: ReadonlyMap<string, unknown>;
  };
}
