import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, relative, resolve, sep } from 'node:path';
import type { Io } from '../process/io.ts';
import { isWithin } from '../../files/is-within.ts';
import { isTooLong } from '../../files/longest-path.ts';
import { realpathOf } from '../../files/realpath-of.ts';
import { repositoryAround } from '../../files/repository-around.ts';

/** The root of the repository that contains the working directory. Without git the runner's workspace, else `undefined`. */
export function repositoryRoot({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string | undefined {
  return repositoryAround(cwd, env['GITHUB_WORKSPACE']);
}

/**
 * The folder that file names in pages, annotations and SARIF are relative to. In the workspace of GitHub's runner it is the outermost
 * checkout that contains the working directory, or the workspace without git. Elsewhere it is the repository.
 */
export function rootOfFiles(io: Pick<Io, 'cwd' | 'env'>): string | undefined {
  const { env, cwd } = io;
  const workspace = env['GITHUB_WORKSPACE'] ?? '';
  const place = workspace === '' ? undefined : placeBelow(workspace, cwd, cwd);
  if (place === undefined) return repositoryRoot(io);
  const names = place.split(sep);
  const folders = [workspace, ...names.map((_, index) => join(workspace, ...names.slice(0, index + 1)))];
  return folders.find((folder) => existsSync(join(folder, '.git'))) ?? workspace;
}

/** The path from that folder to the working directory, for annotations and SARIF. */
export function annotationPrefix(io: Pick<Io, 'cwd' | 'env'>): string {
  const root = rootOfFiles(io);
  return slashed((root === undefined ? undefined : placeBelow(root, io.cwd, io.cwd)) ?? '');
}

/** The path from one folder to another path, with forward slashes; empty if they are the same. */
export function relativePath(from: string, path: string): string {
  return slashed(relative(from, path));
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/**
 * A command line path relative to a folder, after links are resolved; `undefined` if it is outside. For a path that does not exist, its
 * existing parent is resolved.
 */
export function placeBelow(folder: string, path: string, cwd: string): string | undefined {
  const absolute = resolve(cwd, path);
  const root = realpathOf(folder);
  const place = [absolute, realpathOf(absolute)].find((candidate) => isWithin(candidate, root));
  return place === undefined ? undefined : relative(root, place);
}

/**
 * Whether a link on the way to a path leads out of the repository that contains the link, also into another repository. A change may
 * contain such a link. The workspace of the runner is a repository even without git: actions/checkout then unpacks an archive, with links.
 * @param path absolute
 * @param from links above this folder are not considered
 */
export function leadsOut(path: string, from: string = parse(path).root): boolean {
  const { GITHUB_WORKSPACE: workspace } = process.env;
  let root: string | undefined;
  // At the end of what exists, no link can follow.
  for (const folder of foldersTo(path)) {
    if (!isWithin(folder, from)) continue;
    if (isTooLong(folder) || !existsSync(folder)) return false;
    if (root !== undefined && !isWithin(realpathOf(folder), root)) return true;
    // A home that is a repository holds links of the user.
    if (folder === workspace || (folder !== homedir() && existsSync(join(folder, '.git')))) root = realpathOf(folder);
  }
  return false;
}

/** The folders that contain an absolute path, from the outermost one, and the path. */
function* foldersTo(path: string): Generator<string> {
  for (let end = path.indexOf(sep); end >= 0; end = path.indexOf(sep, end + 1)) yield path.slice(0, end) || sep;
  yield path;
}
