import { isAbsolute } from 'node:path';
import { ConfigError } from '../../errors.ts';

/** The working directory of the process. If it was removed, the name that the shell has for it. */
export function workingDirectory({ PWD: named = '' }: Readonly<Record<string, string | undefined>>): string {
  return foundDirectory() ?? (isAbsolute(named) ? named : '/');
}

/** Checks that the working directory exists, because a worker cannot start in a removed folder. @throws {ConfigError} */
export function checkWorkingDirectory(): void {
  if (foundDirectory() === undefined) throw new ConfigError('the working directory was removed; change to an existing directory');
}

function foundDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
