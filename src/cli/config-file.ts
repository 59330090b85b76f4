import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseConfig, type LoadedConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { GRACES } from '../gates/graces.ts';
import { textOfFile, UnreadableFile } from '../static/read/text-of-file.ts';
import { RULES } from '../static/rules/index.gen.ts';
import type { Io } from './io.ts';
import type { Invocation } from './invocation.ts';

/** Where the configuration is looked for; never a manifest. */
export const DEFAULT_FILES = ['.fleet-gate.yaml', '.fleet-gate.yml'];

/** The configuration file named with `--config`, or the one that lies in the working directory; an empty one when there is none. @throws {ConfigError} */
export async function loadConfig(invocation: Invocation, io: Io): Promise<LoadedConfig> {
  const named = invocation.value('config');
  const file = named ?? DEFAULT_FILES.find((name) => existsSync(resolve(io.cwd, name)));
  if (file === undefined) return { config: {}, file: DEFAULT_FILES[0] ?? '', suppress: [] };
  return parseConfig(await readText(file, io, invocation.named('config')), file, { rules: RULES, graces: Object.keys(GRACES) });
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

/** What still fits one string. */
const MAX_BYTES = 500_000_000;
