import type { Git } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/**
 * Writes the tree of a commit to a folder. For a sparse checkout only its own files are written, because the other files cannot be
 * compared. Attributes of the working tree do not apply: git reads them from the commit and from `dir`.
 * @param root of the repository
 * @param dir an empty folder
 * @param git with an index of its own
 */
export async function checkOut(commit: string, root: string, dir: string, git: Git): Promise<void> {
  const inRoot: Git = (...args) => git('-C', root, ...args);
  await inRoot(...(await withoutFilters(inRoot)), `--work-tree=${dir}`, 'read-tree', '-m', '-u', commit);
}
