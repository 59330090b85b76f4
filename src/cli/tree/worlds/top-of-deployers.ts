import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { repositoryRoot } from '../../git/repository.ts';
import type { Io } from '../../process/io.ts';
import { deployerFilesIn } from './deployer-files.ts';

/**
 * The folder in which pipelines and scripts are looked for, and from which they name files: the top of the repository. Without git it is the
 * folder that is judged, if it has pipelines, else the working directory. A home directory and the top of a drive have other things.
 * @param paths what is judged
 */
export function topOfDeployers(io: Pick<Io, 'cwd' | 'env'>, paths: readonly string[] = []): string | undefined {
  const ofGit = repositoryRoot(io);
  if (ofGit !== undefined) return ofGit;
  const [only, ...others] = paths;
  const judged = only === undefined || only === '-' || others.length > 0 ? io.cwd : resolve(io.cwd, only);
  const top = judged !== io.cwd && deployerFilesIn(judged).pipelines.length > 0 ? judged : io.cwd;
  return top === homedir() || top === parse(top).root ? undefined : top;
}
