import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ignoredByGit } from '../../git/ignored-by-git.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/** Tells whether the path of a step exists, or may be made by a build: git does not track such a path. */
export async function placesThere({ missing }: RepositoryDeployers, io: JudgingIo): Promise<(place: string) => boolean> {
  const untracked = await ignoredByGit([...new Set(missing.map(({ place }) => place))], io);
  return (place) => untracked.has(place) || existsSync(resolve(io.cwd, place));
}
