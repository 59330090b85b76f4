import { resolve } from 'node:path';
import { areAsCommitted } from '../cli/checked-out.ts';
import type { Io } from '../cli/io.ts';
import { ConfigError } from '../errors.ts';
import type { RunContext } from './context.ts';

/**
 * Why a tree is not the one that a run is about: some events about a pull request run at a branch of this repository, and a workflow that checks
 * out no more than that has nothing of the pull request. @param paths that are judged; the working directory where there is none
 */
export async function misplaced(
  paths: readonly string[],
  { pullBeside: pull, runsAt: commit }: Pick<RunContext, 'pullBeside' | 'runsAt'>,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<ConfigError | undefined> {
  if (pull === undefined || commit === undefined) return undefined;
  const judged = (paths.length === 0 ? ['.'] : paths).map((path) => resolve(io.cwd, path));
  if (!(await areAsCommitted(judged, commit, io))) return undefined;
  return new ConfigError(
    `nothing of pull request ${pull} is checked out: this event runs at commit ${commit.slice(0, 7)} of a branch of this repository; ` +
      `check out refs/pull/${pull}/merge, or start the workflow with on: pull_request`,
  );
}
