/** A name and a namespace of a release; absent if a deploy step leaves it open. It may have an expression. */
export interface KnownRelease {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The values of the release before an upgrade that helm uses: in place of those of the chart, or over them. */
export type ReusedValues = 'in place of' | 'over';

/** A release of a chart of the tree that a configuration of Helmfile or Skaffold lists. */
export interface ListedRelease extends KnownRelease {
  /** The folder of the chart, and the files of values, from the folder of the file. */
  readonly chart: string;
  readonly values: readonly unknown[];
  readonly reuses?: ReusedValues;
}

/** A command of a script or a pipeline that deploys a chart with values or into a namespace. Names are as reports have them. */
export interface HelmCommand {
  readonly file: string;
  /** The folders that its words may name; most do not exist. */
  readonly charts: readonly string[];
  /** The paths of files with values, and the names that it sets, such as `{ name: 'image.tag' }`, some with a value or a path; empty if it gives none. */
  readonly values: readonly unknown[];
  /** What it sets, as it writes it: `image.tag=1.0`. Absent for nothing. */
  readonly set?: readonly string[];
  /** It has no values, and helm uses those of the last release. */
  readonly keepsValues?: true;
  /** The program that changes the objects of the chart. */
  readonly postRenderer?: string;
  readonly reuses?: ReusedValues;
  /**
   * The release, the folders in which its chart may be, and whether it is for a cluster that only a test uses; absent if it is not known which
   * word is the chart. A release with `isListed` is used if nothing else deploys the chart. One with `isTemplated` is only printed, and kubectl
   * applies it.
   */
  readonly release?: KnownRelease & {
    readonly charts: readonly string[];
    readonly isForTest?: true;
    readonly isListed?: true;
    /** Whether helm runs the hooks of the chart; absent if that is not known. */
    readonly runsHooks?: boolean;
    readonly isTemplated?: true;
    /** What is printed has nothing of `crds/`. */
    readonly leavesCrds?: true;
  };
}
