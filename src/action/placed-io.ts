import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { leadsOut } from '../cli/git/repository.ts';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { Runner } from './runner.ts';

/**
 * Sets the folder that paths in inputs are relative to: the workspace, or `working-directory` below it, for example if a checkout has its
 * own path. A runner always starts an action in the workspace.
 * @throws {ConfigError} the folder does not exist, or a link of a change may have put another one in its place
 */
export function placedIo<T extends Pick<Io, 'cwd'>>(io: T, runner: Pick<Runner, 'input'>): T {
  const folder = runner.input('working-directory');
  if (folder === '') return io;
  const cwd = resolve(io.cwd, folder);
  if (leadsOut(cwd)) throw new ConfigError(`input "working-directory" is "${folder}", where a link leads out of the repository`);
  const isFolder = statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === true) return { ...io, cwd };
  throw new ConfigError(
    `input "working-directory" is "${folder}"; ${isFolder === undefined ? 'the folder does not exist' : 'that is not a folder'}; ` +
      'name one below the workspace, such as the `path` of actions/checkout',
  );
}
