/** Why something of the tree is not rendered, with the place that says so. */
export interface Refusal {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}
