import { shortLine } from '../report/facts/words/visible.ts';

/** An answer of GitHub that is not a success. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly status: number;
  readonly isRateLimit: boolean;

  constructor(message: string, status: number, isRateLimit = false) {
    super(message);
    this.status = status;
    this.isRateLimit = isRateLimit;
  }
}

/**
 * One line about a failed request, with a next step if one is known.
 * @param permission that the job needs
 */
export function gitHubProblem(error: unknown, permission: 'pull-requests' | 'deployments' | 'contents'): string {
  const message = shortLine(error instanceof Error ? error.message : String(error), 500);
  if (!(error instanceof GitHubError)) return `GitHub could not be reached (${message})`;
  const { status, isRateLimit } = error;
  if (isRateLimit) return `GitHub's rate limit is used up (${message})`;
  if (status === 403 || status === 404 || status === 401) {
    return `GitHub refused it (${status}: ${message}); give the job "permissions: ${permission}: ${permission === 'contents' ? 'read' : 'write'}"`;
  }
  return `GitHub answered ${status}: ${message}`;
}
