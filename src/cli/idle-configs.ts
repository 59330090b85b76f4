import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { whereGiven } from '../terms.ts';
import { DEFAULT_FILES } from './config-places.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';
import { isWithin, wayTo } from './repository.ts';

/**
 * That a configuration on the way down to what is checked does not count, in whole sentences: whoever wrote it takes it for the one that does.
 * Where one is named nobody is in doubt.
 */
export function idleConfigNotes(
  paths: readonly string[],
  { value, named }: Pick<Invocation, 'value' | 'named'>,
  { cwd }: Pick<Io, 'cwd'>,
): readonly string[] {
  if (value('config') !== undefined) return [];
  const idle = new Set(paths.flatMap((path) => foldersDown(resolve(cwd, path), cwd)).flatMap(configsIn));
  return [...idle].map((path) => {
    const file = wayTo(cwd, path);
    return `${file} does not count, as a configuration is looked for from the working directory up${whereGiven(named, ['config', file], (term) => `; name it if it is meant: ${term}`)}.`;
  });
}

/** A folder and those above it, below another one. */
function foldersDown(path: string, from: string): readonly string[] {
  return path === from || !isWithin(path, from) ? [] : [path, ...foldersDown(dirname(path), from)];
}

function configsIn(folder: string): readonly string[] {
  return DEFAULT_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path));
}
