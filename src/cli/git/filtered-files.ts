import { copyFileSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MANIFEST } from '../../static/read/files/searched-names.ts';
import type { Io } from '../process/io.ts';
import type { BaseTree } from './base-tree.ts';
import { PLAINLY } from './check-out.ts';
import { gitIn } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/**
 * Copies manifests that a filter writes, such as Git LFS or git-crypt, from the working directory to the tree of a commit that has the same
 * blobs and attributes. Git runs no filter for that tree. What is edited since git wrote it is left as it is.
 * @throws {GitFailed}
 */
export async function copyFilteredFiles({ root, dir, commit }: BaseTree, io: Pick<Io, 'env'>): Promise<void> {
  const git = gitIn({ ...io, cwd: root });
  const listed = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await git(...PLAINLY, ...args)).split('\0').filter((file) => file !== '');
  const filtered = await listed('ls-files', '-z', '--', ':(exclude,attr:!filter)');
  const files = filtered.filter((file) => MANIFEST.test(file));
  if (files.length === 0) return;
  const changed = new Set(await listed(...(await withoutFilters(git)), 'diff-index', '-z', '--name-only', commit));
  const added = await listed('ls-files', '-z', '--others', '--', ':(glob)**/.gitattributes');
  if ([...changed, ...added].some((file) => basename(file) === '.gitattributes')) return;
  for (const file of files) {
    const [here, there] = [join(root, file), join(dir, file)];
    const areFiles = [here, there].every((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true);
    if (areFiles && !changed.has(file)) copyFileSync(here, there);
  }
}
