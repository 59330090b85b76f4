/** Why an overlay is not rendered, with the place of the reason. */
export interface Refusal {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** What to do first, if the command of the tool would fail as well. */
  readonly remedy?: string;
  /** It lists a resource of the network or outside of the repository, which may be any object. */
  readonly isRemote?: true;
  /** Kustomize would fail as well, for example because it lists a file that does not exist. */
  readonly isFault?: true;
  /** The files that it may mean by entries that kustomize cannot read: it is not known which of them are deployed. */
  readonly meant?: readonly MeantFolder[];
  /** A file of it that may be an object has its content elsewhere, so that any object may be deployed. */
  readonly isElsewhere?: true;
}

/** The files of a folder, or those below it too. */
export interface MeantFolder {
  readonly folder: string;
  readonly isDeep: boolean;
  /** What is listed, if it is no kustomization: if nothing is there, a kustomization beside it or of its name may be meant. */
  readonly entry?: string;
}
