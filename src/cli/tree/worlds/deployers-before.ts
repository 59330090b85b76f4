import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { repositoryRoot } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';
import type { DecidingConfig } from '../../settings/deciding-config.ts';
import type { RepositoryDeployers } from './found-deployers.ts';
import { repositoryDeployers } from './repository-deployers.ts';
import { withWorlds } from './worlds-of-repository.ts';

/**
 * A tree as the pipelines and scripts of the base divide it: those of the change can say that two of its parts are for two hubs.
 * `undefined` if that is the same, or no base is known.
 */
export async function dividedBefore(
  read: ReadResult,
  scripts: RepositoryDeployers,
  { base, config }: DecidingConfig,
  io: Io,
): Promise<ReadResult | undefined> {
  const root = repositoryRoot(io);
  if (base === undefined || root === undefined || scripts.worlds.length === 0) return undefined;
  // Several worlds of a file have its name and a number. Other files divide nothing.
  const files = new Set(scripts.worlds.map(({ name }) => name.replace(/ \(\d+\)$/, '')));
  const textOf = async (file: string): Promise<string> =>
    (files.has(file) ? await base.read(join(root, file)).catch(() => undefined) : undefined) ?? '';
  const { worlds, isWhole } = await repositoryDeployers(io, { root, cwd: io.cwd, textOf });
  if (isWhole === scripts.isWhole && isDeepStrictEqual(worlds, scripts.worlds)) return undefined;
  const manifests = read.manifests.map((manifest) => {
    const { world: _, ...other } = manifest;
    return other;
  });
  return withWorlds({ ...read, manifests }, config, { ...scripts, worlds, isWhole }, io);
}
