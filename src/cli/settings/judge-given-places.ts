import { dirname, resolve } from 'node:path';
import { judgePlace } from '../../programs/judged-places.ts';
import type { FlagName } from '../../settings/settings.ts';
import type { Io } from '../process/io.ts';
import { FLAGS_TO_READ } from './inside-repository.ts';

/**
 * No program of what a command line names is started, nor of the working directory. Kubeconfigs are the user's own, and may be beside their
 * login program.
 */
export function judgeGivenPlaces(
  positionals: readonly string[],
  values: (name: FlagName) => readonly string[],
  { cwd }: Pick<Io, 'cwd'>,
): void {
  // The paths in a configuration are relative to its folder.
  const given = FLAGS_TO_READ.flatMap((name) => values(name).map((path) => (name === 'config' ? dirname(resolve(cwd, path)) : path)));
  for (const path of ['.', ...positionals, ...given]) judgePlace(resolve(cwd, path));
}
