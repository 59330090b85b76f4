import type { Git } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/**
 * Settings that may be files of the judged tree or write beside it: an additional file of attributes, and an index that keeps its shared
 * part in the repository.
 */
export const PLAINLY = ['core.attributesFile=/dev/null', 'core.splitIndex=false'].flatMap((setting) => ['-c', setting]);

/**
 * Writes the tree of a commit to a folder. For a sparse checkout only its own files are written, because the other files cannot be
 * compared. Attributes of the working tree do not apply: git reads them from the commit and from `dir`. Decision 19 says why git writes it.
 * @param root of the repository
 * @param dir an empty folder
 * @param git with an index of its own
 */
export async function checkOut(commit: string, root: string, dir: string, git: Git): Promise<void> {
  const inRoot: Git = (...args) => git('-C', root, ...args);
  await inRoot(...PLAINLY, ...(await withoutFilters(inRoot)), `--work-tree=${dir}`, 'read-tree', '-m', '-u', commit);
}
