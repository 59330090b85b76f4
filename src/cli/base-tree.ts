import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../errors.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';

/** A tree to compare with: a folder that stands for the working directory. */
export interface BaseTree {
  readonly dir: string;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

/**
 * The files below the working directory as they were at a git ref, in a temporary folder to be removed after use.
 * @throws {ConfigError} git is missing, this is no repository, the ref is not there (a shallow clone most likely), the folder is new since.
 */
export async function treeOfRef(ref: string, io: Pick<Io, 'cwd' | 'env'>, named: Invocation['named']): Promise<BaseTree> {
  const dir = await mkdtemp(join(tmpdir(), 'fleet-gate-base-'));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await execute('git', args, { cwd: io.cwd, env: { ...io.env, GIT_INDEX_FILE: join(dir, '.index') } });
    return stdout.trim();
  };
  try {
    const prefix = await git('rev-parse', '--show-prefix');
    await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
    // An index of our own, so that nobody's staged changes are touched.
    await git('read-tree', `${ref}:${prefix}`);
    await git('checkout-index', '--all', '--force', `--prefix=${dir}/`);
    return { dir, remove };
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ConfigError(`${named('base')} needs git on the PATH; install it or use ${named('base-dir')}`);
    const reason = (error as { stderr?: string }).stderr?.split('\n')[0] ?? '';
    throw new ConfigError(
      `${named('base', ref)}: cannot be read here${reason === '' ? '' : ` (${reason})`}; fetch the commit (actions/checkout: fetch-depth: 0) or use ${named('base-dir')}`,
      { cause: error },
    );
  }
}
