/** How much is shown; each step of the ladder drops whole blocks or rows, so nothing is ever cut in the middle. */
export interface Depth {
  readonly findings: number;
  readonly clusters: number;
  readonly placements: number;
  readonly details: boolean;
}
