import type { Report } from '../report.ts';
import type { DeploymentStatus, GitHub } from './github.ts';
import { gitHubProblem } from './github-error.ts';
import { firstLine } from '../report/facts/first-line.ts';

/** What is needed to create a deployment on GitHub. */
export interface DeploymentRequest {
  readonly environment: string;
  /** Absent if the commit is not known: then no deployment is created. */
  readonly sha?: string;
  /** The page of the run; the deployment links to it as its log. */
  readonly runPage?: string;
}

export type DeploymentResult = { readonly kind: 'written'; readonly id: number } | { readonly kind: 'failed'; readonly why: string };

/** A deployment that has begun, or is about to begin. Its final status is written once. */
export interface Deployment {
  /** Never rejects: a failure to update a deployment must not change a verdict. */
  end(status: Pick<DeploymentStatus, 'state' | 'description'>): Promise<DeploymentResult>;
}

/** Characters; GitHub's limit for a description. */
const DESCRIPTION = 140;

/** Creates a deployment with the status `in_progress`. The verdict does not wait for it. */
export function beginDeployment(request: DeploymentRequest, open: () => Promise<GitHub>): Deployment {
  const log = request.runPage === undefined ? {} : { logUrl: request.runPage };
  const begun = begin(request, log, open).catch((error: unknown) => failed(error));
  const end = async (status: Pick<DeploymentStatus, 'state' | 'description'>): Promise<DeploymentResult> => {
    const id = await begun;
    if (typeof id !== 'number') return id;
    try {
      // A connection to GitHub is opened for a short time, and a gate takes longer.
      await (await open()).createDeploymentStatus(id, { ...status, ...log });
      return { kind: 'written', id };
    } catch (error) {
      return failed(error);
    }
  };
  let ended: Promise<DeploymentResult> | undefined;
  return { end: (status) => (ended ??= end(status)) };
}

/** The final status of a deployment, for this report. */
export function statusOf(report: Report): Pick<DeploymentStatus, 'state' | 'description'> {
  return { state: stateOf(report), description: firstLine(report, DESCRIPTION) };
}

/** For a run that ended with an internal error. */
export const FAULT_STATUS = { state: 'error', description: 'fleet-gate stopped with an internal error; nothing was checked' } as const;
/** For a cancelled run that does not report its state in time. */
export const CANCELLED_STATUS = { state: 'error', description: 'CANCELLED: cancelled before there was a verdict' } as const;

async function begin(
  { environment, sha }: DeploymentRequest,
  log: Pick<DeploymentStatus, 'logUrl'>,
  open: () => Promise<GitHub>,
): Promise<number> {
  if (sha === undefined) throw new NoCommit();
  const github = await open();
  const id = await github.createDeployment({ sha, environment, description: 'fleet-gate follows the rollout' });
  // The final status shows whether statuses can be written, so an error here is ignored.
  await github.createDeploymentStatus(id, { state: 'in_progress', description: 'following the rollout', ...log }).catch(() => undefined);
  return id;
}

class NoCommit extends Error {
  override readonly name = 'NoCommit';
}

function failed(error: unknown): Extract<DeploymentResult, { kind: 'failed' }> {
  const why = error instanceof NoCommit ? 'the run says no commit' : gitHubProblem(error, 'deployments');
  return { kind: 'failed', why };
}

/**
 * An outcome that was allowed is a success. A deploy that a newer change replaced is inactive. An outcome that could not be observed is an
 * error.
 */
function stateOf({ exitCode, outcome }: Report): DeploymentStatus['state'] {
  if (exitCode === 0) return 'success';
  if (outcome === 'waiting' || outcome === 'waitingForPerson') return 'pending';
  if (outcome === 'superseded') return 'inactive';
  return outcome === 'failed' || outcome === 'stuck' || outcome === 'timedOut' ? 'failure' : 'error';
}
