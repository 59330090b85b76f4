/** How much is shown; each step of the ladder drops whole blocks or rows, so nothing is ever cut in the middle. */
export interface Depth {
  /** Rows of the table of findings. */
  readonly findings: number;
  readonly placements: number;
  /** Rows of each table of clusters. */
  readonly clusters: number;
  /** Causes of each placement. */
  readonly causes: number;
  /** Rows of each folded list; 0 leaves the folded blocks out and names causes in a line. */
  readonly folded: number;
}
