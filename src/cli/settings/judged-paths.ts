import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { judgePlace } from '../../programs/judged-places.ts';
import type { RenderEntry } from '../../static/read/render/render-options.ts';
import type { FoundConfig } from './config-file.ts';
import type { Io } from '../process/io.ts';
import { checkConfigured } from './inside-repository.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { baseCommit } from '../git/base-commit.ts';
import { whereGiven } from '../../terms.ts';
import { relativePath } from '../git/repository.ts';

/** The paths to judge, relative to the working directory. */
export interface JudgedPaths {
  readonly paths: readonly string[];
  /** Paths that do not exist in this tree: of the base's configuration, or compared with a commit, which may have them. */
  readonly gonePaths: readonly string[];
  /** The configuration of the base that names them, if `paths` of it does. */
  readonly namedInBase?: FoundConfig;
}

/** The paths of the command line, else those of a configuration. @throws {ConfigError} as `configuredPaths` */
export function judgedPaths(by: FoundConfig, invocation: Invocation, io: Io): JudgedPaths {
  if (invocation.positionals.length > 0) return divided(invocation.positionals, baseCommit(invocation) !== undefined, io);
  const configured = configuredPaths(by, invocation, io);
  // A configuration that the user named may name any path.
  for (const path of configured.paths) judgePlace(resolve(io.cwd, path));
  return by.tree === undefined || by.config.paths === undefined ? configured : { ...configured, namedInBase: by };
}

/**
 * The paths, with those that only the configuration of the base names and this tree does not have. If the configuration of the change applies,
 * what it renames would be new otherwise.
 */
export function withPathsOfBase(own: JudgedPaths, before: FoundConfig, invocation: Invocation, io: Io): JudgedPaths {
  if (invocation.positionals.length > 0 || baseCommit(invocation) === undefined) return own;
  const gone = judgedPaths(before, invocation, io).gonePaths.filter((path) => !own.gonePaths.includes(path));
  return gone.length === 0 ? own : { ...own, gonePaths: [...own.gonePaths, ...gone], namedInBase: before };
}

/**
 * Paths in a configuration are relative to its folder. @throws {ConfigError} a path does not exist, unless a commit to compare with may have
 * it, or the list is empty; for a configuration of the base, none of its paths exists
 */
function configuredPaths(by: FoundConfig, invocation: Invocation, io: Io): JudgedPaths {
  const { cwd } = io;
  const isCompared = baseCommit(invocation) !== undefined;
  for (const path of by.config.paths ?? []) {
    const [place, said] = [resolve(by.folder, path), `paths in ${by.file}: ${path}`];
    checkConfigured(place, said, by.path, io);
    // If the configuration of the base applies, missing paths are reported as removed by the change.
    if (by.tree === undefined && !isCompared && relativePath(cwd, place) !== '-' && !existsSync(place))
      throw new ConfigError(`${said}: no such file or folder`);
  }
  if (by.config.paths?.length === 0)
    throw new ConfigError(`paths in ${by.file} is an empty list; list the paths to check, or remove it to check everything`);
  const all = by.config.paths?.map((path) => relativePath(cwd, resolve(by.folder, path)) || '.') ?? ['.'];
  const { paths, gonePaths } = divided(all, by.tree !== undefined || isCompared, io);
  if (paths.length > 0 || gonePaths.length === 0 || isCompared) return { paths, gonePaths };
  const { named } = invocation;
  throw new ConfigError(
    `paths in ${by.file} of ${by.tree?.name ?? 'the base'}: ${gonePaths.join(', ')} is not in this tree; name the paths${whereGiven(named, ['config-from', 'head'], (term) => `, or use the configuration of this tree: ${term}`)}`,
  );
}

function divided(all: readonly string[], mayBeGone: boolean, { cwd }: Io): JudgedPaths {
  const isGone = (path: string): boolean => mayBeGone && path !== '-' && !existsSync(resolve(cwd, path));
  return { paths: all.filter((path) => !isGone(path)), gonePaths: all.filter(isGone) };
}

/** Notes on paths that only the base has, and on entries of `render` of the base's configuration that are gone. */
export function missingPathNotes(
  { gonePaths, namedInBase }: Omit<JudgedPaths, 'paths'>,
  { file, tree, render = [], folder }: FoundConfig,
): readonly string[] {
  const gone = (paths: readonly string[], where: string): readonly string[] =>
    paths.length === 0 ? [] : [`This tree no longer has ${[...new Set(paths)].join(', ')}, which ${where}.`];
  const named = (what: string, by = { file, tree }): string => `${what} in ${by.file} of ${by.tree?.name ?? 'the base'} names`;
  const isGone = (path: string): boolean => !existsSync(resolve(folder, path));
  const goneOf = ({ path, values = [], mayBeGone }: RenderEntry): readonly string[] =>
    isGone(path) ? [path] : mayBeGone === true ? values.filter(isGone) : [];
  const unrendered = tree === undefined ? [] : render.flatMap(goneOf);
  return [
    ...gone(gonePaths, namedInBase === undefined ? 'the base has' : named('`paths`', { tree, ...namedInBase })),
    ...gone(unrendered, named('`render`')),
  ];
}
