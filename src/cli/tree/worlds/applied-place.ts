/** What a deployer applies of a file or a folder of the repository. */
export interface AppliedPlace {
  /** The file or folder; empty for the top. */
  readonly place: string;
  /** Of a folder only the files directly in it. Otherwise it is what is in folders below as well, or what a kustomization or a chart makes. */
  readonly isFlat: boolean;
}
