import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseConfig, type LoadedConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { DEFAULT_GRACES } from '../gates/options.ts';
import { RULES } from '../static/rules/index.gen.ts';
import type { Io } from './io.ts';
import type { Invocation } from './parse.ts';

/** Where the configuration is looked for; never a manifest. */
export const DEFAULT_FILES = ['.fleet-gate.yaml', '.fleet-gate.yml'];

/** The configuration file named with `--config`, or the one that lies in the working directory; an empty one when there is none. @throws {ConfigError} */
export async function loadConfig(invocation: Invocation, io: Io): Promise<LoadedConfig> {
  const named = invocation.value('config');
  const file = named ?? DEFAULT_FILES.find((name) => existsSync(resolve(io.cwd, name)));
  if (file === undefined) return { config: {}, file: DEFAULT_FILES[0] ?? '', suppress: [] };
  return parseConfig(await readText(file, io, '--config'), file, { rules: RULES, failures: Object.keys(DEFAULT_GRACES) });
}

/** A text file named by a flag; `-` is standard input. @throws {ConfigError} naming the flag. */
export async function readText(file: string, io: Io, flag: string): Promise<string> {
  if (file === '-') return io.stdin();
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${flag} ${file}: ${code === 'ENOENT' ? 'no such file' : `cannot be read (${code ?? String(error)})`}`, {
      cause: error,
    });
  }
}
