import { dirname, resolve, sep } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { FLAGS } from '../command-line/flags.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { type FlagName, SETTINGS } from '../../settings/settings.ts';
import type { Io } from '../process/io.ts';
import { realpathOf } from '../../files/realpath-of.ts';
import { leadsOut, repositoryRoot } from '../git/repository.ts';
import { isWithin } from '../../files/is-within.ts';

/**
 * Checks a path that a configuration of the judged tree names. The tree is not trusted, and reports quote what was read. The path must
 * therefore be in the repository, after links are resolved, and not in git's own files, which contain credentials. Without a repository
 * the working directory is used. A configuration outside of it was named by the user and may name any path.
 * @param path absolute
 * @param what named it, as part of a sentence
 * @param configPath absolute
 * @throws {ConfigError}
 */
export function checkConfigured(path: string, what: string, configPath: string | undefined, io: Pick<Io, 'cwd' | 'env'>): void {
  if (configPath === undefined || !isWithin(configPath, rootOf(io))) return;
  refuseOutside(path, what, io);
}

/** Checks a path that the user named: it must not be a link of a tree that leads outside. @throws {ConfigError} */
export function checkNamed(path: string, what: string, io: Pick<Io, 'cwd' | 'env'>): void {
  const absolute = resolve(io.cwd, path);
  if (isWithin(absolute, rootOf(io))) {
    if (absolute !== rootOf(io)) refuseOutside(absolute, what, io);
    return;
  }
  // The tree of a change may be in a checkout beside this one.
  if (leadsOut(absolute)) throw outside(what);
  const root = repositoryRoot({ ...io, cwd: dirname(absolute) });
  if (root !== undefined && absolute !== root) refuseOutside(absolute, what, { ...io, cwd: root });
}

/**
 * Checks the paths of all flags that name files to read. Kubeconfigs are the user's own, and often links; the Action compares them with the
 * base. Files to write are checked by their writer. Without a repository, links are the user's own. @throws {ConfigError}
 */
export function checkFlagPaths(invocation: Invocation, io: Pick<Io, 'cwd' | 'env'>): void {
  const { command, named } = invocation;
  if (command === undefined || repositoryRoot(io) === undefined) return;
  for (const name of FLAGS_TO_READ) {
    for (const path of invocation.values(name)) if (path !== '-') checkNamed(path, `${named(name)} ${path}`, io);
  }
}

const PATHS: ReadonlySet<string> = new Set(['file', 'files', 'folder']);
const NOT_CHECKED: ReadonlySet<FlagName> = new Set(['kubeconfig', 'member-kubeconfig', 'out']);

/** The flags that name files to read, except kubeconfigs. */
export const FLAGS_TO_READ: readonly FlagName[] = FLAGS.flatMap(({ name }) =>
  PATHS.has(SETTINGS[name].value.kind) && !NOT_CHECKED.has(name) ? [name] : [],
);

/** Checks the paths of a command line. */
export function checkPositionals({ positionals }: Pick<Invocation, 'positionals'>, io: Pick<Io, 'cwd' | 'env'>): void {
  for (const path of positionals) if (path !== '-') checkNamed(path, path, io);
}

function refuseOutside(path: string, what: string, io: Pick<Io, 'cwd' | 'env'>): void {
  const root = realpathOf(rootOf(io));
  const real = realpathOf(path);
  if (!isWithin(real, root) || leadsOut(path, rootOf(io))) throw outside(what);
  if (real.slice(root.length).split(sep).includes('.git')) throw new ConfigError(`${what} is one of git's own files, which are not read`);
}

function outside(what: string): ConfigError {
  return new ConfigError(
    `${what} leads out of the repository, and files outside of it are not read; to use it, give its own path on the command line or as an input`,
  );
}

function rootOf(io: Pick<Io, 'cwd' | 'env'>): string {
  return repositoryRoot(io) ?? io.cwd;
}
