/** One run of a container of a pod. */
export interface ContainerRun {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The run before the one that is under way. */
  readonly isPrevious: boolean;
}
