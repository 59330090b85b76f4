import { resolve, sep } from 'node:path';
import { ConfigError } from '../../errors.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { isWithin, realpathOf, repositoryRoot } from '../git/repository.ts';

/**
 * A tree that is judged may be anyone's, and what is read is quoted: what its own configuration names must lie in its repository, links on the
 * way followed, and be none of git's files, which hold credentials. Without a repository the working directory stands for it. A configuration
 * that lies elsewhere is of whoever named it, and may name anything.
 * @param path absolute @param what what named it, in the words of a sentence @param configPath absolute
 * @throws {ConfigError}
 */
export function checkConfigured(path: string, what: string, configPath: string | undefined, io: Pick<Io, 'cwd' | 'env'>): void {
  if (configPath === undefined || !isWithin(configPath, rootOf(io))) return;
  refuseAway(path, what, io);
}

/** The same of a path that was named, as far as it is a link of the tree that leads away. @throws {ConfigError} */
export function checkNamed(path: string, what: string, io: Pick<Io, 'cwd' | 'env'>): void {
  const absolute = resolve(io.cwd, path);
  if (absolute !== rootOf(io) && isWithin(absolute, rootOf(io))) refuseAway(absolute, what, io);
}

/** What a command line calls its paths. */
export function checkPositionals({ positionals }: Pick<Invocation, 'positionals'>, io: Pick<Io, 'cwd' | 'env'>): void {
  for (const path of positionals) if (path !== '-') checkNamed(path, path, io);
}

function refuseAway(path: string, what: string, io: Pick<Io, 'cwd' | 'env'>): void {
  const root = realpathOf(rootOf(io));
  const real = realpathOf(path);
  if (!isWithin(real, root))
    throw new ConfigError(
      `${what} leads out of the repository, and nothing outside of it is read for a tree; name it on the command line if it is meant`,
    );
  if (real.slice(root.length).split(sep).includes('.git')) throw new ConfigError(`${what} is one of git's own files, which are not read`);
}

function rootOf(io: Pick<Io, 'cwd' | 'env'>): string {
  return repositoryRoot(io) ?? io.cwd;
}
