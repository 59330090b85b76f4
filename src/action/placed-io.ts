import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { Runner } from './runner.ts';

/**
 * Sets the folder that paths in inputs are relative to: the workspace, or `working-directory` below it, for example if a checkout has its
 * own path. A runner always starts an action in the workspace.
 * @throws {ConfigError} the folder does not exist
 */
export function placedIo<T extends Pick<Io, 'cwd'>>(io: T, runner: Pick<Runner, 'input'>): T {
  const folder = runner.input('working-directory');
  if (folder === '') return io;
  const cwd = resolve(io.cwd, folder);
  const isFolder = statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === true) return { ...io, cwd };
  throw new ConfigError(
    `input "working-directory" is "${folder}"; ${isFolder === undefined ? 'the folder does not exist' : 'that is not a folder'}; ` +
      'name one below the workspace, such as the `path` of actions/checkout',
  );
}
