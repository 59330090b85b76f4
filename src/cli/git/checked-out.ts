import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitIn } from './git.ts';
import type { Io } from '../process/io.ts';
import { repositoryRoot } from './repository.ts';
import { withoutFilters } from './without-filters.ts';

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
    const isEdited = ['--untracked-files=no'];
    const isOther = ['--ignored', '--', `:(literal)${path}`];
    const git = gitIn(at);
    const plainly = await withoutFilters(git).catch(() => undefined);
    if (plainly === undefined) return undefined;
    for (const asked of [isEdited, isOther]) {
      const changes = await git(...plainly, 'status', '--porcelain', ...asked).catch(() => undefined);
      if (changes !== '') return changes === undefined ? undefined : false;
    }
  }
  return true;
}
