import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../static/read/temporary-folder.ts';
import { whereGiven } from '../terms.ts';
import { CommitMissing, commitNamed, FETCH_HISTORY, type Git, gitFault, gitIn, isShallow } from './git.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';

/** A commit's whole tree in a temporary folder, to be removed after use. */
export interface BaseTree {
  readonly dir: string;
  /** The folder of the repository that `dir` stands for. */
  readonly root: string;
  remove(): void;
}

/** Which commit is compared with: the one a branch left from (what a pull request shows), or the one named. */
export interface BaseCommit {
  readonly ref: string;
  readonly is: 'merge base' | 'exact';
}

/** The commit that is asked for; `undefined` where none is. */
export function baseCommit(invocation: Pick<Invocation, 'value'>): BaseCommit | undefined {
  const [ref, exact] = [invocation.value('base'), invocation.value('base-exact')];
  if (exact !== undefined) return { ref: exact, is: 'exact' };
  return ref === undefined ? undefined : { ref, is: 'merge base' };
}

/**
 * The repository as it was at a commit.
 * @throws {ConfigError} git is missing, this is no repository, the commit is not there (a shallow clone most likely).
 */
export async function treeOfCommit(base: BaseCommit, io: Pick<Io, 'cwd' | 'env'>, named: Invocation['named']): Promise<BaseTree> {
  const flag = named(base.is === 'exact' ? 'base-exact' : 'base', base.ref);
  const temporary = temporaryFolder('base');
  const folder = temporary.path;
  const remove = (): void => temporary.remove();
  const dir = join(folder, 'tree');
  // An index of our own, so that nobody's staged changes are touched.
  const git = gitIn(io, { GIT_INDEX_FILE: join(folder, 'index') });
  try {
    await mkdir(dir);
    const root = (await git('rev-parse', '--show-toplevel')).trim();
    const commit = await commitOf(base, git, named);
    await git('-C', root, 'read-tree', commit);
    await git('-C', root, 'checkout-index', '--all', '--force', `--prefix=${dir}/`);
    return { dir, root, remove };
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
      ? `this clone is shallow, so where the branch left it is not known; ${FETCH_HISTORY}`
      : `it shares no commit with HEAD${whereGiven(named, ['base-exact', ref], (term) => `; compare with the commit itself: ${term}`)}`,
  );
}
