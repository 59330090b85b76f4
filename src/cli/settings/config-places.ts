import { dirname, join, resolve } from 'node:path';
import type { Io } from '../process/io.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { repositoryRoot, wayTo } from '../git/repository.ts';

/** Where the configuration is looked for; never a manifest. */
export const DEFAULT_FILES = ['.fleet-gate.yaml', '.fleet-gate.yml'];

/** What people call it by mistake: nothing reads a configuration from there. */
export const WRONG_FILES = ['.fleet-gate.json', '.fleet-gate.toml', '.fleetgate.yaml', '.fleetgate.yml'];

/** Where a configuration lies, or would lie, and what reports call it. */
export interface ConfigPlace {
  /** Absolute. */
  readonly path: string;
  readonly file: string;
}

/** Where a configuration is looked for, the first place first: what `--config` names, else the folders up to the root of the repository. */
export function placesOfConfig(invocation: Pick<Invocation, 'value'>, io: Pick<Io, 'cwd' | 'env'>): readonly ConfigPlace[] {
  const named = invocation.value('config');
  if (named !== undefined) return [{ path: resolve(io.cwd, named), file: named }];
  return foldersUp(io).flatMap((folder) =>
    DEFAULT_FILES.map((name) => ({ path: join(folder, name), file: wayTo(io.cwd, join(folder, name)) })),
  );
}

/** The working directory and those above it, up to the root of the repository. */
export function foldersUp(io: Pick<Io, 'cwd' | 'env'>): readonly string[] {
  const root = repositoryRoot(io) ?? io.cwd;
  const folders: string[] = [];
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === root || dirname(folder) === folder) return folders;
  }
}
