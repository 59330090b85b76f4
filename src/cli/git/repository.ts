import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Io } from '../process/io.ts';

/** The folder the repository of the working directory is checked out in; the runner's workspace where there is no git; else `undefined`. */
export function repositoryRoot({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string | undefined {
  const workspace = env['GITHUB_WORKSPACE'];
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || folder === workspace) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The folder that pages, annotations and SARIF name files from. In the workspace of GitHub's runner it is the outermost checkout that the working
 * directory lies in, or the workspace where there is no git; elsewhere the repository.
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

/** The way to the working directory from the folder that annotations and SARIF name files from. */
export function annotationPrefix(io: Pick<Io, 'cwd' | 'env'>): string {
  const root = rootOfFiles(io);
  return slashed((root === undefined ? undefined : placeBelow(root, io.cwd, io.cwd)) ?? '');
}

/** The way from one folder to a path, forward slashes; empty where they are the same. */
export function wayTo(from: string, path: string): string {
  return slashed(relative(from, path));
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** Whether a path is a folder or lies below it, by its name. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Where a path of the command line stands below a folder, links on the way to it aside; `undefined` outside of it. A path that does not exist is
 * placed by what of it does.
 */
export function placeBelow(folder: string, path: string, cwd: string): string | undefined {
  const absolute = resolve(cwd, path);
  const root = realpathOf(folder);
  const place = [absolute, realpathOf(absolute)].find((candidate) => isWithin(candidate, root));
  return place === undefined ? undefined : relative(root, place);
}

/** Links on the way to a path followed, as far as what it leads to exists. */
export function realpathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realpathOf(dirname(path)), path.slice(dirname(path).length));
}
