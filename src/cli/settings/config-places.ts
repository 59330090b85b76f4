import { dirname, join, resolve } from 'node:path';
import type { Io } from '../process/io.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { repositoryRoot, relativePath } from '../git/repository.ts';

/** File names of the configuration. A file with such a name is never a manifest. */
export const DEFAULT_FILES = ['.fleet-gate.yaml', '.fleet-gate.yml'];

/** Common wrong names. A configuration is never read from such a file. */
export const WRONG_FILES = ['.fleet-gate.json', '.fleet-gate.toml', '.fleetgate.yaml', '.fleetgate.yml'];

/** The location of a configuration file, which may not exist, and its name in reports. */
export interface ConfigPlace {
  /** Absolute. */
  readonly path: string;
  readonly file: string;
}

/** The possible locations in order: the file of `--config`, else the folders up to the root of the repository. */
export function placesOfConfig(invocation: Pick<Invocation, 'value'>, io: Pick<Io, 'cwd' | 'env'>): readonly ConfigPlace[] {
  const named = invocation.value('config');
  if (named !== undefined) return [{ path: resolve(io.cwd, named), file: named }];
  return foldersUp(io).flatMap((folder) =>
    DEFAULT_FILES.map((name) => ({ path: join(folder, name), file: relativePath(io.cwd, join(folder, name)) })),
  );
}

/**
 * The working directory and its parents, up to the root of the repository. Outside of a repository the limit is unknown, so only the
 * working directory is searched.
 */
export function foldersUp(io: Pick<Io, 'cwd' | 'env'>): readonly string[] {
  const root = repositoryRoot(io) ?? io.cwd;
  const folders: string[] = [];
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === root || dirname(folder) === folder) return folders;
  }
}
