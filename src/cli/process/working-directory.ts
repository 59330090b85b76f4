import { isAbsolute } from 'node:path';
import { ConfigError } from '../../errors.ts';

/** Where the process runs; of a folder that was removed meanwhile what the shell calls it. */
export function workingDirectory({ PWD: named = '' }: Readonly<Record<string, string | undefined>>): string {
  return foundDirectory() ?? (isAbsolute(named) ? named : '/');
}

/** Nothing runs in a folder that was removed: no worker starts there. @throws {ConfigError} */
export function checkWorkingDirectory(): void {
  if (foundDirectory() === undefined) throw new ConfigError('the working directory was removed; change to one that is there');
}

function foundDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
