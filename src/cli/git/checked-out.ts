import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, gitIn } from './git.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot } from './repository.ts';
import { submodulesIn } from './submodules-of-base.ts';
import { withoutFilters } from './without-filters.ts';
import { isWithin } from '../../files/is-within.ts';

type Place = Pick<Io, 'cwd' | 'env'>;

/** The commit that is checked out in the working directory; `undefined` if git does not report it or there is no repository. */
export async function checkedOut(io: Place): Promise<string | undefined> {
  const root = repositoryRoot(io);
  if (root === undefined || !existsSync(join(root, '.git'))) return undefined;
  const commit = await gitIn(io)('rev-parse', '--verify', '--quiet', 'HEAD^{commit}').catch(() => '');
  return commit.trim() || undefined;
}

/** Whether the working directory is a checkout of this repository, according to its fetch address. @param repository `owner/name` */
export async function isCheckoutOf(repository: string, io: Place): Promise<boolean> {
  const url = (await fetchedFrom(io)).toLowerCase();
  const name = repository.toLowerCase();
  return [`/${name}`, `:${name}`].some((end) => url.endsWith(end));
}

/**
 * The repository on this server that the working directory is a checkout of, `owner/name`. `undefined` if it was fetched from another
 * server.
 */
export async function checkoutOf(server: string, io: Place): Promise<string | undefined> {
  const url = await fetchedFrom(io);
  const host = URL.parse(server)?.host ?? '';
  const [, repository] = [`https://${host}/`, `git@${host}:`, `ssh://git@${host}/`].flatMap((start) =>
    url.startsWith(start) ? [start, url.slice(start.length)] : [],
  );
  return host !== '' && repository !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repository) ? repository : undefined;
}

/** The fetch address of a checkout without its optional suffixes; empty if git does not report one. */
async function fetchedFrom(io: Place): Promise<string> {
  const url = await gitIn(io)('config', '--get', 'remote.origin.url').catch(() => '');
  return url
    .trim()
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
}

/**
 * Whether paths are exactly as in a commit and no other file of the checkout is edited. `undefined` if git does not report it.
 * @param paths absolute; each may be in its own checkout
 */
export async function areAsCommitted(paths: readonly string[], commit: string, { env }: Pick<Io, 'env'>): Promise<boolean | undefined> {
  for (const path of paths) {
    const at = { cwd: path, env };
    const there = await checkedOut(at);
    if (there === undefined) return undefined;
    if (there !== commit) return false;
    const isAs = await isUnedited(gitIn(at), path, { env });
    if (isAs !== true) return isAs;
  }
  return true;
}

/**
 * Whether a checkout and its submodules are as in the index. A submodule has filters of its own, so git must not look into it by itself.
 * @param git in the checkout
 * @param path absolute, in which no other files may be; `undefined` if there may be other files
 */
async function isUnedited(git: Git, path: string | undefined, io: Pick<Io, 'env'>): Promise<boolean | undefined> {
  const edited = ['--untracked-files=no'];
  const other = path === undefined ? [] : [['--ignored', '--', `:(literal)${path}`]];
  try {
    const plainly = await withoutFilters(git);
    for (const asked of [edited, ...other])
      if ((await git(...plainly, 'status', '--porcelain', '--ignore-submodules=dirty', ...asked)) !== '') return false;
    const root = (await git('rev-parse', '--show-toplevel')).trim();
    for (const { path: place } of submodulesIn(await git('-C', root, 'ls-files', '--stage', '-z'))) {
      const submodule = join(root, place);
      if (!existsSync(join(submodule, '.git'))) continue;
      const isBelow = path !== undefined && isWithin(submodule, path);
      const isAs = await isUnedited(gitIn({ cwd: submodule, ...io }), isBelow ? submodule : undefined, io);
      if (isAs !== true) return isAs;
    }
    return true;
  } catch {
    return undefined;
  }
}
