/** Facts about the files of a tree that only the repository has. All paths are absolute; `undefined` if a fact is not known. */
export interface RepositoryFacts {
  /** No file outside it is read, not even through links. */
  readonly root: string;
  /**
   * Returns the files in these folders that git has or would add. Files that a package manager puts into `node_modules` are not part of a
   * change.
   */
  committedIn(folders: readonly string[]): Promise<ReadonlySet<string> | undefined>;
  /** Returns the places of the symbolic links that git has. A checkout without `core.symlinks` has each as a file with the path as its text. */
  links?(): Promise<ReadonlySet<string> | undefined>;
  /** Returns the places of the submodules that are not checked out: empty or missing folders, or those with other files. */
  submodules(): Promise<ReadonlySet<string> | undefined>;
  /**
   * Whether git has something at a path that is missing: a sparse checkout leaves it out, or it is in a submodule that is not checked out.
   */
  lacks(path: string): Promise<boolean>;
  /** Returns what a folder lacks of what git has: files, and places of submodules that are not checked out. */
  lackedIn(folder: string): Promise<readonly Lacked[]>;
}

export interface Lacked {
  readonly path: string;
  /** It may have any files. */
  readonly isSubmodule: boolean;
}
