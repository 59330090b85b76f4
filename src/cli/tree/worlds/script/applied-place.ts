/** What a deployer applies of a file or a folder of the repository. */
export interface AppliedPlace {
  /** The file or folder; empty for the top. */
  readonly place: string;
  /** Of a folder only the files directly in it. Otherwise it is what is in folders below as well, or what a kustomization or a chart makes. */
  readonly isFlat: boolean;
  /** The pattern of those of its files that are meant, as `place`; absent for all. */
  readonly pattern?: string;
  /** Whether it is one of those files; absent for all. */
  readonly takes?: (file: string) => boolean;
  /** The command also creates objects that have only a `generateName`. */
  readonly isCreated?: true;
  /** What the same script deletes again behind it; absent for nothing. */
  readonly undoneBy?: readonly AppliedPlace[];
}
