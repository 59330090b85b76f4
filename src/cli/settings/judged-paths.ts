import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { judgePlace } from '../../programs/judged-places.ts';
import type { FoundConfig } from './config-file.ts';
import type { Io } from '../process/io.ts';
import { checkConfigured } from './inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { whereGiven } from '../../terms.ts';
import { relativePath } from '../git/repository.ts';

/** The paths of a configuration, relative to the working directory. */
export interface JudgedPaths {
  readonly paths: readonly string[];
  /** Paths of the base's configuration that do not exist in this tree any more. */
  readonly gonePaths: readonly string[];
}

/** The paths of the command line, else those of a configuration. @throws {ConfigError} as `configuredPaths` */
export function judgedPaths(by: FoundConfig, invocation: Pick<Invocation, 'named' | 'positionals'>, io: Io): JudgedPaths {
  if (invocation.positionals.length > 0) return { paths: invocation.positionals, gonePaths: [] };
  const configured = configuredPaths(by, invocation, io);
  // A configuration that the user named may name any path.
  for (const path of configured.paths) judgePlace(resolve(io.cwd, path));
  return configured;
}

/**
 * Paths in a configuration are relative to its folder. @throws {ConfigError} a path does not exist, or the list is empty; for a
 * configuration of the base, none of its paths exists
 */
function configuredPaths(by: FoundConfig, { named }: Pick<Invocation, 'named'>, io: Io): JudgedPaths {
  const { cwd } = io;
  for (const path of by.config.paths ?? []) {
    const [place, said] = [resolve(by.folder, path), `paths in ${by.file}: ${path}`];
    checkConfigured(place, said, by.path, io);
    // If the configuration of the base applies, missing paths are reported as removed by the change.
    if (by.tree === undefined && relativePath(cwd, place) !== '-' && !existsSync(place))
      throw new ConfigError(`${said}: no such file or folder`);
  }
  if (by.config.paths?.length === 0)
    throw new ConfigError(`paths in ${by.file} is an empty list; list the paths to check, or remove it to check everything`);
  const all = by.config.paths?.map((path) => relativePath(cwd, resolve(by.folder, path)) || '.') ?? ['.'];
  const gonePaths = by.tree === undefined ? [] : all.filter((path) => !existsSync(resolve(cwd, path)));
  const paths = all.filter((path) => !gonePaths.includes(path));
  if (paths.length > 0 || gonePaths.length === 0) return { paths, gonePaths };
  throw new ConfigError(
    `paths in ${by.file} of ${by.tree?.name ?? 'the base'}: ${gonePaths.join(', ')} is not in this tree; name the paths${whereGiven(named, ['config-from', 'head'], (term) => `, or use the configuration of this tree: ${term}`)}`,
  );
}

/** Notes on paths, and on entries of `render`, of the base's configuration that are gone. */
export function missingPathNotes(gone: readonly string[], { file, tree, render = [], folder }: FoundConfig): readonly string[] {
  if (tree === undefined) return [];
  const unrendered = render.map(({ path }) => path).filter((path) => !existsSync(resolve(folder, path)));
  const says = (what: string, paths: readonly string[]): readonly string[] =>
    paths.length === 0 ? [] : [`This tree no longer has ${paths.join(', ')}, which ${what} in ${file} of ${tree.name} names.`];
  return [...says('`paths`', gone), ...says('`render`', unrendered)];
}
