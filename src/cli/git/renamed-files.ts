import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../static/read/files/temporary-folder.ts';
import type { Io } from '../process/io.ts';
import { gitIn } from './git.ts';
import { withoutFilters } from './without-filters.ts';

/**
 * The files of a commit that are renamed in the working tree, each with the old and the new path, relative to the repository. Git says so, by the likeness of what is
 * deleted and what is new. A new file that git does not track counts only in the given paths.
 * @param root of the repository @param paths absolute @throws {GitFailed}
 */
export async function renamedFiles(
  commit: string,
  { root, paths }: { readonly root: string; readonly paths: readonly string[] },
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<readonly (readonly [from: string, to: string])[]> {
  const folder = temporaryFolder('renames');
  try {
    const plain = gitIn(io);
    const index = join(folder.path, 'index');
    const own = join((await plain('rev-parse', '--absolute-git-dir')).trim(), 'index');
    // A clone without a checkout has none.
    if (existsSync(own)) copyFileSync(own, index);
    const objects = (await plain('rev-parse', '--path-format=absolute', '--git-path', 'objects')).trim();
    // Uses a separate index and store of objects, so that nothing in the repository changes.
    const store = join(folder.path, 'objects');
    mkdirSync(store);
    const git = gitIn(io, { GIT_INDEX_FILE: index, GIT_OBJECT_DIRECTORY: store, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects });
    const plainly = ['-C', root, '-c', 'core.splitIndex=false', ...(await withoutFilters(plain))];
    // It fails for a path in a submodule or through a link.
    for (const path of paths) await git(...plainly, 'add', '--intent-to-add', '--', `:(literal)${path}`).catch(() => '');
    const options = ['--name-status', '-z', '--find-renames', '--diff-filter=R', '--no-relative', '--no-ext-diff', '--ignore-submodules'];
    const names = (await git(...plainly, 'diff', ...options, commit, '--')).split('\0');
    // `R<likeness>`, the old path, the new path.
    return names.flatMap((name, at) => (at % 3 === 2 ? [[names[at - 1] ?? '', name] as const] : []));
  } finally {
    folder.remove();
  }
}
