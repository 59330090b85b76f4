import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseConfig, type LoadedConfig } from '../../config.ts';
import { ConfigError } from '../../errors.ts';
import { GRACES } from '../../gates/graces.ts';
import { textOfFile, UnreadableFile } from '../../files/text-of-file.ts';
import { RULES } from '../../static/rules/index.gen.ts';
import type { BaseFiles } from '../git/base-files.ts';
import { checkNamed } from './inside-repository.ts';
import type { Io } from '../process/io.ts';
import { type ConfigPlace, DEFAULT_FILES, placesOfConfig } from './config-places.ts';
import type { Invocation } from '../command-line/invocation.ts';
import { leftOut, textLeftOut } from '../git/sparse-checkout.ts';

/** A configuration with the folder that its paths are relative to. */
export interface FoundConfig extends LoadedConfig {
  /** Absolute. The working directory if there is no configuration. */
  readonly folder: string;
  /** The file, absolute; `undefined` if there is none. */
  readonly path: string | undefined;
  /** The tree that it was read from, if that is not the judged one. */
  readonly tree?: BaseFiles;
}

/**
 * Loads the file of `--config`, or the nearest configuration from the working directory up to the root of the repository. Without a file
 * the result is an empty configuration. @throws {ConfigError} also if a folder contains two
 */
export async function loadConfig(invocation: Invocation, io: Io): Promise<FoundConfig> {
  const isNamed = invocation.value('config') !== undefined;
  const places = placesOfConfig(invocation, io);
  // A sparse checkout may leave the file out, but it still applies.
  const all = places.map(({ path }) => path);
  const left = (await leftOut(all, io)) ?? [];
  const place = places.find(({ path }) => isNamed || existsSync(path) || left.includes(path));
  if (place === undefined) return noConfig(io);
  const twin = places.find(({ path }) => path !== place.path && dirname(path) === dirname(place.path) && existsSync(path));
  if (twin !== undefined) throw new ConfigError(`${place.file} and ${twin.file} both exist, and only one can be used; remove one`);
  checkNamed(place.path, place.file, io);
  if (left.includes(place.path)) return parsedConfig(await textLeftOut(place.path, io), place);
  return parsedConfig(await readText(place.file, io, invocation.named('config')), place);
}

/** The configuration if there is no file. */
export function noConfig({ cwd }: Pick<Io, 'cwd'>): FoundConfig {
  return { config: {}, file: DEFAULT_FILES[0] ?? '', suppress: [], provided: [], folder: cwd, path: undefined };
}

/** @throws {ConfigError} with file and line */
export function parsedConfig(text: string, { path, file }: ConfigPlace): FoundConfig {
  return { ...parseConfig(text, file, { rules: RULES, graces: Object.keys(GRACES) }), folder: dirname(path), path };
}

/**
 * Reads a text file that a flag or a configuration key names; `-` is standard input. @throws {ConfigError} with the name of the flag or
 * key
 */
export async function readText(file: string, io: Io, namedBy: string): Promise<string> {
  if (file === '-') return io.stdin();
  try {
    return await textOfFile(resolve(io.cwd, file), MAX_BYTES);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigError(`${namedBy} ${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Bytes that fit into one string. */
const MAX_BYTES = 500_000_000;
