/** What one step of a pipeline starts. */
export interface PipelineStep {
  /** The commands, with the values of variables that are known; for a task or an action, the commands that do the same. */
  readonly script: string;
  /** The same as the file has them, line by line. */
  readonly written: string;
  /** The folder in which they start; absent for the top of the repository. */
  readonly folder?: string;
  /** Absent for a step that is always started, unless one before it fails. */
  readonly condition?: string;
  /** That of `Script`. */
  readonly environment?: string;
}

/** The steps of one job, in their order. */
export type PipelineJob = readonly PipelineStep[];
