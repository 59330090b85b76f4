import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ConfigError } from '../../../errors.ts';
import { counted } from '../../../report/facts/words/words.ts';
import { noPath } from '../../../static/read/files/find-files.ts';
import { readManifests } from '../../../static/read/read-manifests.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { RenderOptions } from '../../../static/read/render/render-options.ts';
import { whereGiven } from '../../../terms.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isMemberCluster } from '../../../fleet/kubefleet/kinds.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { failOn } from '../../settings/fail-on.ts';
import { ignoredByGit } from '../../git/ignored-by-git.ts';
import { areAsCommitted } from '../../git/checked-out.ts';
import { baseCommit, type BaseCommit } from '../../git/base-commit.ts';
import { treeOfCommit } from '../../git/base-tree.ts';
import type { FoundConfig } from '../../settings/config-file.ts';
import type { JudgedPaths } from '../../settings/judged-paths.ts';
import type { Invocation } from '../../command-line/invocation.ts';
import { type DeployersOutside, deployersOutside } from '../worlds/deployers-outside.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedBy, readRepositoryDeployers } from '../worlds/read-repository-deployers.ts';
import type { Io, JudgingIo } from '../../process/io.ts';
import { withBuiltDependencies } from './built-dependencies.ts';
import { checkMovedPaths } from './moved-paths.ts';
import { renamedInto, withRenamed } from './renamed-into-paths.ts';
import { copyFilteredFiles } from '../../git/filtered-files.ts';
import { GitFailed, gitFault } from '../../git/git.ts';
import { placeBelow, relativePath, repositoryRoot } from '../../git/repository.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';

/** The judged tree and its configuration. */
export interface Head extends JudgedPaths {
  readonly read: ReadResult;
  readonly config: FoundConfig;
  readonly exclude: readonly string[];
  readonly render: RenderOptions;
}

/** The tree to compare with, and notes about it. */
export interface Base {
  readonly read: ReadResult;
  /** Absent for a folder, which may have only manifests. */
  readonly scripts?: RepositoryDeployers;
  /** Absent for a folder. */
  readonly outside?: DeployersOutside;
  readonly notes: readonly string[];
}

/** Reads the same paths of the base; `undefined` if no base is requested. @throws {ConfigError} */
export async function readBase(invocation: Invocation, head: Head, io: JudgingIo): Promise<Base | undefined> {
  const dir = invocation.value('base-dir');
  const commit = baseCommit(invocation);
  if (commit !== undefined) return baseOfCommit(commit, invocation, head, io);
  return dir === undefined ? undefined : { read: await baseOfFolder(dir, invocation, head, io), notes: [] };
}

async function baseOfCommit(commit: BaseCommit, invocation: Invocation, head: Head, io: JudgingIo): Promise<Base> {
  const { named } = invocation;
  const { paths, gonePaths, namedInBase, config, exclude } = head;
  const flag = named(commit.is === 'exact' ? 'base-exact' : 'base');
  if (paths.includes('-'))
    throw new ConfigError(`standard input has no base in git; give ${named('base-dir', 'DIR')}, or files to compare`);
  const compared = [...paths, ...gonePaths].map((path) => resolve(io.cwd, path));
  const tree = await treeOfCommit(commit, compared, io, named);
  try {
    const placeOf = (path: string): string | undefined => placeBelow(tree.root, path, io.cwd);
    const places = [...paths, ...gonePaths].map((path) => {
      const place = placeOf(path);
      if (place === undefined)
        throw new ConfigError(
          `${flag}: ${path} is outside of the repository ${tree.root}, so there is nothing to compare it with${whereGiven(named, ['base-dir', 'DIR'], (term) => `; give ${term}`)}`,
        );
      return join(tree.dir, place);
    });
    const renamed = await renamedInto(
      places.map((place) => relativePath(tree.dir, place)),
      tree,
      io,
    );
    const isThere = (path: string): boolean => existsSync(join(tree.dir, placeOf(path) ?? ''));
    const ignored = await notCompared(head, isThere, { invocation, flag }, io);
    const built = await withBuiltDependencies(tree, io);
    await copyFilteredFiles(tree, io);
    const unknown = namedInBase === undefined ? gonePaths.find((path) => !isThere(path)) : undefined;
    if (unknown !== undefined) throw noPath(unknown, io.cwd);
    // The read part of the base has the same limit as the judged tree, whose workspace may be a part of the repository.
    const bound = join(tree.dir, placeOf(repositoryRoot(io) ?? tree.root) ?? '');
    const cwd = join(tree.dir, placeOf('.') ?? '');
    const scripts = await readRepositoryDeployers(io, { root: tree.dir, cwd });
    const { folder: excludeFrom } = config;
    const at = { commit: tree.commit, dir: tree.dir };
    const together = [...paths, ...gonePaths, ...renamed.map(({ place }) => join(tree.root, relativePath(tree.dir, place)))];
    const outside = await deployersOutside(io, { paths: together, exclude, excludeFrom, own: scripts.own, at });
    const found = await readManifests(
      // A path that is new since the base does not exist there.
      [...places, ...renamed.map(({ place }) => place)].filter((place) => existsSync(place)),
      {
        cwd,
        exclude,
        excludeFrom: join(tree.dir, placeOf(config.folder) ?? ''),
        applied: [...appliedBy(scripts), ...outside.folders],
        render: {
          ...head.render,
          deployersOutside: outside.manifests,
          helmCommands: scripts.helmCommands,
          own: scripts.own,
          outside: scripts.outside,
          namespaces: scripts.namespaces,
          isBase: true,
          root: existsSync(bound) ? bound : tree.dir,
        },
        turn: () => io.turns.next(),
      },
    );
    const { read, notes } = withRenamed(found, renamed, { head: head.read, dir: tree.dir, there: cwd });
    await checkMovedPaths(head, read, { named }, io, isThere);
    const isItself = await areAsCommitted(compared, tree.commit, io);
    return {
      read,
      scripts,
      outside,
      notes: [
        ...ignored,
        ...notes.map((note) => `${flag}: ${note}`),
        ...built,
        ...(isItself === true ? [`${named(commit.is === 'exact' ? 'base-exact' : 'base', commit.ref)}: ${ITSELF}`] : []),
      ],
    };
  } catch (error) {
    throw error instanceof GitFailed ? gitFault(error, flag, named) : error;
  } finally {
    tree.remove();
  }
}

/**
 * A note about paths, and files with objects of KubeFleet, that no commit has because git ignores them.
 * @param isThere whether the base has a path @throws {ConfigError} the outcome of the run depends on what the base has of them
 */
async function notCompared(
  { paths: given, read, config }: Head,
  isThere: (path: string) => boolean,
  { invocation, flag }: { readonly invocation: Invocation; readonly flag: string },
  io: JudgingIo,
): Promise<readonly string[]> {
  const paths = given.map((path) => relativePath(io.cwd, resolve(io.cwd, path)));
  const files = read.manifests.flatMap(({ object, file }) => (isFleetObject(object) && !isMemberCluster(object) ? [file] : []));
  const ignored = await ignoredByGit(
    [...new Set([...paths, ...files])].filter((path) => !isThere(path)),
    io,
  );
  const named = paths.filter((path) => ignored.has(path));
  const all = [...named, ...[...ignored].filter((file) => files.includes(file) && !named.some((path) => isAtOrBelow(file, path)))];
  if (all.length === 0) return [];
  const remedy = whereGiven(invocation.named, ['base-dir', 'DIR'], (term) => `; make it from the base too, and give ${term}`);
  const said = `${flag}: git ignores ${listed(all, 3)}, so no commit has it, and it cannot be compared${remedy}`;
  const { removal, onlyNew } = failOn(invocation, config.config);
  if (removal !== 'none' || (onlyNew && named.length > 0)) throw new ConfigError(said);
  return [`${said}.`];
}

const ITSELF =
  'it compares with the very commit that is checked out, so nothing is new or removed; name an earlier commit to compare with it.';

/**
 * Reads a folder that corresponds to the working directory, or that contains the same objects in files with other names, as for two
 * rendered trees.
 */
async function baseOfFolder(dir: string, { named }: Invocation, head: Head, io: JudgingIo): Promise<ReadResult> {
  const folder = resolve(io.cwd, dir);
  if (!existsSync(folder)) throw new ConfigError(`${named('base-dir', dir)}: no such folder`);
  const { config, exclude } = head;
  const inFolder = (path: string): string => join(folder, relative(io.cwd, path));
  const options = {
    cwd: folder,
    exclude,
    excludeFrom: inFolder(config.folder),
    render: { ...head.render, isBase: true },
    turn: () => io.turns.next(),
  };
  const whole = (): Promise<ReadResult> => readManifests([folder], options);
  const places = [...head.paths, ...head.gonePaths].map((path) => (path === '-' ? undefined : placeBelow(io.cwd, path, io.cwd)));
  const there = places.every((place) => place !== undefined)
    ? places.map((place) => join(folder, place)).filter((place) => existsSync(place))
    : [];
  const mapped = there.length === 0 ? undefined : await readManifests(there, options);
  const judged = new Set(head.read.manifests.map(objectKeyOf));
  // If there is nothing to judge, objects cannot show which of the two the folder is. It then corresponds to the working directory if it
  // has the paths.
  const holdsJudged = ({ manifests }: ReadResult): boolean =>
    judged.size === 0 || manifests.some((manifest) => judged.has(objectKeyOf(manifest)));
  const read = mapped !== undefined && holdsJudged(mapped) ? mapped : comparable(await whole(), head, judged, io);
  if (!holdsJudged(read))
    throw new ConfigError(
      `${named('base-dir', dir)} contains none of the ${counted(judged.size, 'object')} that are checked; name the tree to compare with`,
    );
  return read;
}

/** If single files are compared with a whole tree, only their objects are kept. Other objects of the tree are not removed by the change. */
function comparable(base: ReadResult, { paths }: Head, judged: ReadonlySet<string>, io: Io): ReadResult {
  const areTrees = paths.every((path) => path === '-' || statSync(resolve(io.cwd, path)).isDirectory());
  return areTrees ? base : { ...base, manifests: base.manifests.filter((manifest) => judged.has(objectKeyOf(manifest))), problems: [] };
}
