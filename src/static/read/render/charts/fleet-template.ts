/** A template with KubeFleet objects. Only values decide whether it makes them. */
export interface FleetTemplate {
  readonly file: string;
  /** The folder of its chart. */
  readonly chart: string;
  /** The command that renders it. */
  readonly command: string;
  /** The number of KubeFleet objects that were rendered from it. */
  readonly made: number;
  /** What its objects are made of: texts and values, without the conditions around the objects. */
  readonly source: string;
  /** The values that a `with` or `range` around an object passes on to it, by their paths. */
  readonly passed: ReadonlyMap<string, unknown>;
}
