/** Why something of the tree is not rendered, with the place that says so. */
export interface Refusal {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** It lists something that is fetched from the network, and can be read but for that. */
  readonly isRemote?: true;
}
