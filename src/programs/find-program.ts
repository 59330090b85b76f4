import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { nativeRealpath } from '../files/native-realpath.ts';
import { judgedPlaces } from './judged-places.ts';

/** A program that is installed. */
export interface Program {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** Where programs are searched. */
export interface ProgramSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths that are judged in addition to `judgedPlaces`, absolute. A program there may be part of a change, so it is never started. */
  readonly judged?: readonly string[];
}

/**
 * The first of these programs on the PATH, or why none can be started, as a clause. Relative and empty entries of the PATH are skipped, and
 * so are entries and programs inside the judged places, also by a link.
 */
export function findProgram(names: readonly string[], search: ProgramSearch): Program | string {
  const isJudged = judgedBy(search);
  let skipped: string | undefined;
  for (const name of names) {
    for (const folder of absoluteFolders(search.env)) {
      const path = join(folder, fileName(name));
      if (!isProgram(path)) continue;
      if (!isJudged(folder) && !isJudged(path)) return { name, path };
      skipped ??= `${path} is in the working directory, or in a folder or repository that is checked, and programs from there are not started`;
    }
  }
  const [only, ...more] = names;
  return skipped ?? (more.length === 0 ? `${only} is not on the PATH` : `neither ${names.join(' nor ')} is on the PATH`);
}

/**
 * The PATH for a program: the folders in which programs are searched here. `undefined` if no entry is left, because an empty PATH means the
 * current folder.
 */
export function searchPath(search: ProgramSearch): string | undefined {
  const isJudged = judgedBy(search);
  const folders = absoluteFolders(search.env).filter((folder) => !isJudged(folder));
  return folders.length === 0 ? undefined : folders.join(delimiter);
}

/** On Windows, the variable has the name `Path` in a copy of the environment. */
function absoluteFolders(env: ProgramSearch['env']): readonly string[] {
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  return path.split(delimiter).filter((folder) => isAbsolute(folder));
}

function fileName(name: string): string {
  return process.platform === 'win32' && !/\.(?:exe|com)$/i.test(name) ? `${name}.exe` : name;
}

/**
 * Whether a file or folder, or what it links to, is inside a judged place. The user's home and the folders above it are no such place: they
 * hold the user's own programs, and a command may run there.
 */
function judgedBy({ env, judged = [] }: ProgramSearch): (path: string) => boolean {
  const home = nativeRealpath([env['HOME'], env['USERPROFILE']].find((path = '') => isAbsolute(path)) ?? '/');
  const isPlace = judgedPlaces(judged, env);
  const isJudged = (folder: string): boolean => isPlace(folder) && !isBelow(home, folder);
  return (path) => [resolve(path), nativeRealpath(path)].some((each) => withFoldersAbove(each).some(isJudged));
}

function withFoldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withFoldersAbove(above)];
}

function isBelow(path: string, tree: string): boolean {
  const way = relative(tree, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
