import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../errors.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';

/** A commit's whole tree in a temporary folder, to be removed after use. */
export interface BaseTree {
  readonly dir: string;
  /** The folder of the repository that `dir` stands for. */
  readonly root: string;
  remove(): Promise<void>;
}

/** Which commit is compared with: the one a branch left from (what a pull request shows), or the one named. */
export interface BaseCommit {
  readonly ref: string;
  readonly is: 'merge base' | 'exact';
}

const execute = promisify(execFile);

/**
 * The repository as it was at a commit.
 * @throws {ConfigError} git is missing, this is no repository, the commit is not there (a shallow clone most likely).
 */
export async function treeOfCommit(base: BaseCommit, io: Pick<Io, 'cwd' | 'env'>, named: Invocation['named']): Promise<BaseTree> {
  const flag = named(base.is === 'exact' ? 'base-exact' : 'base', base.ref);
  const folder = await mkdtemp(join(tmpdir(), 'fleet-gate-base-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const dir = join(folder, 'tree');
  const git = gitIn(io, join(folder, 'index'));
  try {
    await mkdir(dir);
    const root = await git('rev-parse', '--show-toplevel');
    const commit = await commitOf(base, git, named);
    // An index of our own, so that nobody's staged changes are touched.
    await git('-C', root, 'read-tree', commit);
    await git('-C', root, 'checkout-index', '--all', '--force', `--prefix=${dir}/`);
    return { dir, root, remove };
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ConfigError(`${flag} needs git on the PATH; install it or use ${named('base-dir')}`);
    if (error instanceof CommitMissing) throw new ConfigError(`${flag}: cannot be read here: ${error.message}`, { cause: error });
    const reason = (error as { stderr?: string }).stderr?.split('\n')[0] ?? '';
    throw new ConfigError(
      `${flag}: cannot be read here (${reason === '' ? String(error) : reason}); mend that or use ${named('base-dir')}`,
      {
        cause: error,
      },
    );
  }
}

type Git = (...args: string[]) => Promise<string>;

function gitIn({ cwd, env }: Pick<Io, 'cwd' | 'env'>, index: string): Git {
  return async (...args) => {
    const { stdout } = await execute('git', args, { cwd, env: { ...env, GIT_INDEX_FILE: index } });
    return stdout.trim();
  };
}

/** Why a clone does not tell the commit, and what to fetch. */
class CommitMissing extends Error {
  override readonly name = 'CommitMissing';
}

async function commitOf({ ref, is }: BaseCommit, git: Git, named: Invocation['named']): Promise<string> {
  const isShallow = (await git('rev-parse', '--is-shallow-repository')) === 'true';
  const history = 'fetch its history: `fetch-depth: 0` with actions/checkout, `git fetch --unshallow` elsewhere';
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => undefined);
  if (commit === undefined) {
    throw new CommitMissing(
      isShallow
        ? `this clone is shallow and has no commit of that name; ${history}`
        : 'this clone has no commit of that name; check the name, or fetch it (`fetch-depth: 0` with actions/checkout, `git fetch origin` elsewhere)',
    );
  }
  if (is === 'exact') return commit;
  const mergeBase = await git('merge-base', commit, 'HEAD').catch(() => undefined);
  if (mergeBase !== undefined && mergeBase !== '') return mergeBase;
  throw new CommitMissing(
    isShallow
      ? `this clone is shallow, so where the branch left it is not known; ${history}`
      : `it shares no commit with HEAD; compare with the commit itself: ${named('base-exact', ref)}`,
  );
}
