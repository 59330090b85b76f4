/** What a deployer of the tree gives to a chart. */
export interface GivenValues {
  readonly file: string;
  /** The folder of the chart. */
  readonly chart: string;
  /** Files, and values with their names, in their order. */
  readonly values: readonly unknown[];
  /** The releases in `render` whose values these are, by their names in reports; with a variable they may be those of several. */
  readonly releases: readonly string[];
  /** They are given beside those of the last release, which are not known. */
  readonly isAdded?: true;
  /** The `deliveryId` of that of Flux or Argo CD; absent for other deployers. */
  readonly delivery?: string;
}

/** The values of the charts of a tree. */
export interface ValuesOfCharts {
  readonly given: readonly GivenValues[];
  /** As `DecidedByValues`, also for values that `render` lists. */
  readonly decides: (chart: string, values: readonly unknown[], folder: string) => boolean;
}
