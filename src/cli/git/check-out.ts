import type { Git } from './git.ts';

/**
 * Writes the tree of a commit to a folder. For a sparse checkout only its own files are written, because the other files cannot be
 * compared.
 * @param root of the repository
 * @param git with an index of its own
 */
export async function checkOut(commit: string, root: string, dir: string, git: Git): Promise<void> {
  const isSparse = (await git('-C', root, 'config', '--type=bool', '--get', 'core.sparseCheckout').catch(() => '')).trim() === 'true';
  if (isSparse) {
    await git('-C', root, `--work-tree=${dir}`, 'read-tree', '-m', '-u', commit);
    return;
  }
  await git('-C', root, 'read-tree', commit);
  await git('-C', root, 'checkout-index', '--all', '--force', `--prefix=${dir}/`);
}
