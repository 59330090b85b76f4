import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseConfig, type LoadedConfig } from '../../config.ts';
import { ConfigError } from '../../errors.ts';
import { GRACES } from '../../gates/graces.ts';
import { textOfFile, UnreadableFile } from '../../static/read/files/text-of-file.ts';
import { RULES } from '../../static/rules/index.gen.ts';
import type { BaseFiles } from '../git/base-files.ts';
import { checkNamed } from './inside-repository.ts';
import type { Io } from '../process/io.ts';
import { type ConfigPlace, DEFAULT_FILES, placesOfConfig } from './config-places.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { leftOut, textLeftOut } from '../git/sparse-checkout.ts';

/** A configuration with the place its paths are relative to. */
export interface FoundConfig extends LoadedConfig {
  /** Absolute; the working directory where there is no configuration. */
  readonly folder: string;
  /** The file, absolute; `undefined` where there is none. */
  readonly path: string | undefined;
  /** The tree it was read from, where that is not the judged one. */
  readonly tree?: BaseFiles;
}

/**
 * The configuration file named with `--config`, or the nearest one from the working directory upwards to the root of the repository; an empty
 * one when there is none. @throws {ConfigError} also where a folder has two
 */
export async function loadConfig(invocation: Invocation, io: Io): Promise<FoundConfig> {
  const isNamed = invocation.value('config') !== undefined;
  const places = placesOfConfig(invocation, io);
  // A sparse checkout may leave it out, and it is the configuration all the same.
  const all = places.map(({ path }) => path);
  const left = (await leftOut(all, io)) ?? [];
  const place = places.find(({ path }) => isNamed || existsSync(path) || left.includes(path));
  if (place === undefined) return noConfig(io);
  const twin = places.find(({ path }) => path !== place.path && dirname(path) === dirname(place.path) && existsSync(path));
  if (twin !== undefined) throw new ConfigError(`${place.file} and ${twin.file} are both there, and only one can count; remove one`);
  checkNamed(place.path, place.file, io);
  if (left.includes(place.path)) return parsedConfig(await textLeftOut(place.path, io), place);
  return parsedConfig(await readText(place.file, io, invocation.named('config')), place);
}

/** What counts where there is no configuration. */
export function noConfig({ cwd }: Pick<Io, 'cwd'>): FoundConfig {
  return { config: {}, file: DEFAULT_FILES[0] ?? '', suppress: [], folder: cwd, path: undefined };
}

/** @throws {ConfigError} naming file and line */
export function parsedConfig(text: string, { path, file }: ConfigPlace): FoundConfig {
  return { ...parseConfig(text, file, { rules: RULES, graces: Object.keys(GRACES) }), folder: dirname(path), path };
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
/** What still fits one string. */
const MAX_BYTES = 500_000_000;
