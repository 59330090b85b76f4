import { resolve } from 'node:path';
import { areAsCommitted } from '../cli/git/checked-out.ts';
import type { Io } from '../cli/process/io.ts';
import { ConfigError } from '../errors.ts';
import type { RunContext } from './context.ts';

/** The checked-out tree is another one (`other`), or may be another one (`unknown`). */
export type WrongCheckout = { readonly kind: 'other'; readonly fault: ConfigError } | { readonly kind: 'unknown'; readonly note: string };

/**
 * Why the checked-out tree is not, or may not be, the one that a run is about. Some events about a pull request run at a branch of this
 * repository. A workflow that checks out only that branch does not have the content of the pull request.
 * @param paths that are judged; the working directory if there are none
 */
export async function wrongCheckout(
  paths: readonly string[],
  { pullBeside: pull, runsAt: commit }: Pick<RunContext, 'pullBeside' | 'runsAt'>,
  io: Pick<Io, 'cwd' | 'env'>,
): Promise<WrongCheckout | undefined> {
  if (pull === undefined) return undefined;
  const judged = (paths.length === 0 ? ['.'] : paths).map((path) => resolve(io.cwd, path));
  const isBranch = commit === undefined ? undefined : await areAsCommitted(judged, commit, io);
  if (isBranch === false) return undefined;
  if (isBranch === undefined || commit === undefined) {
    const note = `Not verified: whether this is pull request ${pull}, as this event runs at a branch and git does not say what is checked out.`;
    return { kind: 'unknown', note };
  }
  const fault = new ConfigError(
    `nothing of pull request ${pull} is checked out: this event runs at commit ${commit.slice(0, 7)} of a branch of this repository; ` +
      `check out refs/pull/${pull}/merge, or start the workflow with on: pull_request`,
  );
  return { kind: 'other', fault };
}
