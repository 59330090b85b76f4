/** What only the repository tells of the files of a tree. All paths are absolute; `undefined` if it is not known. */
export interface RepositoryFacts {
  /** Nothing outside of it is read, whatever links lead to. */
  readonly root: string;
  /** Of these folders, the files that git has or would add: what a package manager puts into `node_modules` is no part of a change. */
  committedIn(folders: readonly string[]): Promise<ReadonlySet<string> | undefined>;
  /** Those of these empty folders in which a submodule is not checked out. */
  submodulesAmong(folders: readonly string[]): Promise<ReadonlySet<string> | undefined>;
}
