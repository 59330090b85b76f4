import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseConfig, type LoadedConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { GRACES } from '../gates/graces.ts';
import { textOfFile, UnreadableFile } from '../static/read/text-of-file.ts';
import { RULES } from '../static/rules/index.gen.ts';
import type { Io } from './io.ts';
import type { Invocation } from './invocation.ts';
import { repositoryRoot, wayTo } from './repository.ts';

/** Where the configuration is looked for; never a manifest. */
export const DEFAULT_FILES = ['.fleet-gate.yaml', '.fleet-gate.yml'];

/** A configuration with the place its paths are relative to. */
export interface FoundConfig extends LoadedConfig {
  /** Absolute; the working directory where there is no configuration. */
  readonly folder: string;
  /** The file, absolute; `undefined` where there is none. */
  readonly path: string | undefined;
}

/**
 * The configuration file named with `--config`, or the nearest one from the working directory upwards to the root of the repository; an empty
 * one when there is none. @throws {ConfigError}
 */
export async function loadConfig(invocation: Invocation, io: Io): Promise<FoundConfig> {
  const named = invocation.value('config');
  const path = named === undefined ? nearestConfig(io) : resolve(io.cwd, named);
  if (path === undefined) return { config: {}, file: DEFAULT_FILES[0] ?? '', suppress: [], folder: io.cwd, path };
  const file = named ?? wayTo(io.cwd, path);
  const loaded = parsedConfig(await readText(file, io, invocation.named('config')), file);
  return { ...loaded, folder: dirname(path), path };
}

/** What the configuration of a tree says; an empty one where the file is not there. @throws {ConfigError} */
export async function configAt(path: string, file: string): Promise<LoadedConfig> {
  return existsSync(path) ? parsedConfig(await textOfFile(path, MAX_BYTES), file) : { config: {}, file, suppress: [] };
}

/** A text file named by a flag, or by a key of the configuration; `-` is standard input. @throws {ConfigError} naming what named it. */
export async function readText(file: string, io: Io, namedBy: string): Promise<string> {
  if (file === '-') return io.stdin();
  try {
    return await textOfFile(resolve(io.cwd, file), MAX_BYTES);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigError(`${namedBy} ${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Outside of a repository nothing says how far up a configuration is still meant for these files. */
function nearestConfig(io: Io): string | undefined {
  const root = repositoryRoot(io) ?? io.cwd;
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    const path = DEFAULT_FILES.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined || folder === root || dirname(folder) === folder) return path;
  }
}

function parsedConfig(text: string, file: string): LoadedConfig {
  return parseConfig(text, file, { rules: RULES, graces: Object.keys(GRACES) });
}

/** What still fits one string. */
const MAX_BYTES = 500_000_000;
