import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { whereGiven } from '../../terms.ts';
import { DEFAULT_FILES, foldersUp, WRONG_FILES } from './config-places.ts';
import type { Invocation } from '../command-line/invocation.ts';
import type { Io } from '../process/io.ts';
import { relativePath } from '../git/repository.ts';
import { isWithin } from '../../files/is-within.ts';

/**
 * Sentences about configuration files that are not used, because their author may expect them to apply. Such a file is in a folder below,
 * on the path to a checked file, or has a wrong name. If `--config` is given, there are none.
 */
export function ignoredConfigNotes(
  paths: readonly string[],
  { value, named }: Pick<Invocation, 'value' | 'named'>,
  io: Pick<Io, 'cwd' | 'env'>,
): readonly string[] {
  if (value('config') !== undefined) return [];
  const { cwd } = io;
  const below = [...new Set(paths.flatMap((path) => foldersDown(resolve(cwd, path), cwd)))];
  const idle = filesIn(below, DEFAULT_FILES).map((path) => {
    const file = relativePath(cwd, path);
    return `${file} is not used, because a configuration is searched for in the working directory and above${whereGiven(named, ['config', file], (term) => `; to use it, add ${term}`)}.`;
  });
  const wrong = filesIn([...foldersUp(io), ...below], WRONG_FILES).map(
    (path) => `${relativePath(cwd, path)} is not used, because a configuration must be YAML and named ${DEFAULT_FILES[0] ?? ''}.`,
  );
  return [...idle, ...wrong];
}

/** A folder and its parents, as far as they are below another one. */
function foldersDown(path: string, from: string): readonly string[] {
  return path === from || !isWithin(path, from) ? [] : [path, ...foldersDown(dirname(path), from)];
}

function filesIn(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).filter((path) => existsSync(path));
}
