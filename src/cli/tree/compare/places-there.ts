import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { gitIn } from '../../git/git.ts';
import type { JudgingIo } from '../../process/io.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';

/** Tells whether the path of a step exists, or may be made by a build: git does not track such a path. */
export async function placesThere({ missing }: RepositoryDeployers, io: JudgingIo): Promise<(place: string) => boolean> {
  const places = [...new Set(missing.map(({ place }) => place))];
  // A pattern of folders matches what is not there only with a slash.
  const asked = places.flatMap((place) => [place, `${place}/`]);
  // It fails if no path is ignored.
  const found = places.length === 0 ? '' : await gitIn(io)('-c', 'core.quotePath=false', 'check-ignore', '--', ...asked).catch(() => '');
  const untracked = new Set(found.split('\n').map((path) => path.replace(/\/$/, '')));
  return (place) => untracked.has(place) || existsSync(resolve(io.cwd, place));
}
