import type { Report } from '../report.ts';
import { gitHubProblem, type DeploymentStatus, type GitHub } from './github.ts';
import { firstLine } from '../report/facts/first-line.ts';

/** What a deployment on GitHub is begun with. */
export interface DeploymentRequest {
  readonly environment: string;
  /** Absent where it is not known: then there is nothing to deploy. */
  readonly sha?: string;
  /** The page of the run, whose log it is. */
  readonly runPage?: string;
}

export type DeploymentResult = { readonly kind: 'written'; readonly id: number } | { readonly kind: 'failed'; readonly why: string };

/** A deployment that has begun, or is about to: its last status is written once. */
export interface Deployment {
  /** Never rejects: what goes wrong with a deployment must not change a verdict. */
  end(status: Pick<DeploymentStatus, 'state' | 'description'>): Promise<DeploymentResult>;
}

/** The most GitHub takes of a description. */
const DESCRIPTION = 140;

/** Begins a deployment with the status `in_progress`. The judgement does not wait for it. */
export function beginDeployment(request: DeploymentRequest, open: () => Promise<GitHub>): Deployment {
  const log = request.runPage === undefined ? {} : { logUrl: request.runPage };
  const begun = begin(request, log, open).catch((error: unknown) => failed(error));
  const end = async (status: Pick<DeploymentStatus, 'state' | 'description'>): Promise<DeploymentResult> => {
    const id = await begun;
    if (typeof id !== 'number') return id;
    try {
      // The way to GitHub is opened for a short while, and a gate takes longer.
      await (await open()).createDeploymentStatus(id, { ...status, ...log });
      return { kind: 'written', id };
    } catch (error) {
      return failed(error);
    }
  };
  let ended: Promise<DeploymentResult> | undefined;
  return { end: (status) => (ended ??= end(status)) };
}

/** The status that a report ends its deployment with. */
export function statusOf(report: Report): Pick<DeploymentStatus, 'state' | 'description'> {
  return { state: stateOf(report), description: firstLine(report, DESCRIPTION) };
}

/** Where the tool stopped on a fault of its own. */
export const FAULT_STATUS = { state: 'error', description: 'fleet-gate stopped on a fault of its own; nothing was checked' } as const;
/** Where a run that was cancelled does not say in time where it stood. */
export const CANCELLED_STATUS = { state: 'error', description: 'CANCELLED: cancelled before there was a verdict' } as const;

async function begin(
  { environment, sha }: DeploymentRequest,
  log: Pick<DeploymentStatus, 'logUrl'>,
  open: () => Promise<GitHub>,
): Promise<number> {
  if (sha === undefined) throw new NoCommit();
  const github = await open();
  const id = await github.createDeployment({ sha, environment, description: 'fleet-gate follows the rollout' });
  // The last status tells whether statuses can be written.
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

/** What was let through has passed. What a newer change took over is not there any more, and what nobody could see has no verdict. */
function stateOf({ exitCode, outcome }: Report): DeploymentStatus['state'] {
  if (exitCode === 0) return 'success';
  if (outcome === 'waiting' || outcome === 'waitingForPerson') return 'pending';
  if (outcome === 'superseded') return 'inactive';
  return outcome === 'failed' || outcome === 'stuck' || outcome === 'timedOut' ? 'failure' : 'error';
}
