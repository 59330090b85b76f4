import { ciRun } from '../cli/output/ci-run.ts';
import { oneLine } from '../report/facts/words/visible.ts';
import { beginDeployment, CANCELLED_STATUS, type Deployment, type DeploymentResult } from './deployment.ts';
import type { GitHub } from './github.ts';
import type { ActionInputs } from './inputs.ts';
import type { RunContext } from './context.ts';
import type { Runner } from './runner.ts';

interface FollowParts {
  readonly runner: Runner;
  readonly context: Pick<RunContext, 'source'>;
  readonly signal: AbortSignal;
  readonly openGitHub: (token: string) => Promise<GitHub>;
  /** Milliseconds after which the deployment of a cancelled run is marked as cancelled. */
  readonly deploymentGrace: number;
}

/**
 * Begins the deployment if one is requested. If the run is cancelled, the deployment ends in time, even if the run does not report its
 * state.
 */
export function followDeployment(
  { environment, token }: Pick<ActionInputs, 'environment' | 'token'>,
  { runner, context, signal, openGitHub, deploymentGrace }: FollowParts,
): Deployment | undefined {
  if (environment === undefined) return undefined;
  if (token === '') {
    runner.warning('no deployment: there is no github-token');
    return undefined;
  }
  const { page } = ciRun(runner.env);
  const sha = context.source?.sha;
  const deployment = beginDeployment(
    { environment, ...(sha === undefined ? {} : { sha }), ...(page === undefined ? {} : { runPage: page }) },
    () => openGitHub(token),
  );
  const late = (): void => void setTimeout(() => void deployment.end(CANCELLED_STATUS), deploymentGrace).unref();
  if (signal.aborted) late();
  else signal.addEventListener('abort', late, { once: true });
  return deployment;
}

/** Reports the result of the deployment. A failure is only a warning; the verdict does not change. */
export function reportDeployment(result: DeploymentResult, runner: Runner): void {
  if (result.kind === 'failed')
    return runner.warning(`the deployment was not written: ${oneLine(result.why)}. The verdict does not change.`);
  try {
    runner.output('deployment-id', String(result.id));
  } catch (error) {
    runner.warning(`the output deployment-id could not be written (${oneLine(String(error))})`);
  }
}
