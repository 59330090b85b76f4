/** Why an overlay is not rendered, with the place of the reason. */
export interface Refusal {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** It lists a resource of the network or outside of the repository, which may be any object. */
  readonly isRemote?: true;
  /** It lists a file or folder that does not exist, so that kustomize would fail. */
  readonly isMissing?: true;
  /** A file of it that may be an object has its content elsewhere, so that any object may be deployed. */
  readonly isElsewhere?: true;
}
