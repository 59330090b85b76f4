import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../static/read/files/temporary-folder.ts';
import { whereGiven } from '../../terms.ts';
import type { BaseCommit } from './base-commit.ts';
import { checkOut } from './check-out.ts';
import { CommitMissing, commitNamed, FETCH_HISTORY, type Git, gitFault, gitIn, isShallow } from './git.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { checkOutSubmodules } from './submodules-of-base.ts';

/** The complete tree of a commit in a temporary folder, which the caller removes after use. */
export interface BaseTree {
  readonly dir: string;
  /** The folder of the repository that `dir` corresponds to. */
  readonly root: string;
  readonly commit: string;
  remove(): void;
}

/**
 * The repository at a commit, restricted to what the clone checks out. Files outside of a sparse checkout are in neither tree. A submodule
 * is in both trees if it is checked out.
 * @param paths to compare, absolute
 * @throws {ConfigError} git is missing, this is not a repository, or the commit of the repository or of a submodule is missing (usually a
 * shallow clone)
 */
export async function treeOfCommit(
  base: BaseCommit,
  paths: readonly string[],
  io: Pick<Io, 'cwd' | 'env'>,
  named: Invocation['named'],
): Promise<BaseTree> {
  const flag = named(base.is === 'exact' ? 'base-exact' : 'base', base.ref);
  const temporary = temporaryFolder('base');
  const folder = temporary.path;
  const remove = (): void => temporary.remove();
  const dir = join(folder, 'tree');
  let indexes = 0;
  // Uses separate indexes, so that the user's staged changes are not touched.
  const ownGit = (): Git => gitIn(io, { GIT_INDEX_FILE: join(folder, `index-${(indexes += 1)}`) });
  const git = ownGit();
  try {
    mkdirSync(dir);
    const root = (await git('rev-parse', '--show-toplevel')).trim();
    const commit = await commitOf(base, git, named);
    await checkOut(commit, root, dir, git);
    await checkOutSubmodules(root, dir, { paths, git, ownGit });
    return { dir, root, commit, remove };
  } catch (error) {
    remove();
    throw gitFault(error, flag, named);
  }
}

async function commitOf({ ref, is }: BaseCommit, git: Git, named: Invocation['named']): Promise<string> {
  const commit = await commitNamed(ref, git);
  if (is === 'exact') return commit;
  const mergeBase = (await git('merge-base', commit, 'HEAD').catch(() => '')).trim();
  if (mergeBase !== '') return mergeBase;
  throw new CommitMissing(
    (await isShallow(git))
      ? `this clone is shallow, so the commit from which the branch left is not known; ${FETCH_HISTORY}`
      : `it does not share a commit with HEAD${whereGiven(named, ['base-exact', ref], (term) => `; compare with the commit itself: ${term}`)}`,
  );
}
