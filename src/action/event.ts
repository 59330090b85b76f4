import { field, numberAt, stringAt } from '../fleet/json.ts';

/** Where a comment about this run belongs. */
export type CommentPlace =
  | { readonly kind: 'pull'; readonly number: number }
  /** The pull request this commit came from or belongs to has to be looked up. */
  | { readonly kind: 'commit'; readonly sha: string }
  /** The open pull request whose head this is has to be looked up. */
  | { readonly kind: 'head'; readonly head: PullHead }
  | { readonly kind: 'none'; readonly why: string };

/** What a pull request asks to be merged. */
export interface PullHead {
  /** `owner/name`, of the fork where it comes from one. */
  readonly repository: string;
  readonly branch: string;
  readonly sha: string;
}

/** The run of a pull request that a `workflow_run` event tells of: GitHub says so, nothing of it is the run's own word. */
export interface ReportedRun {
  readonly head: PullHead;
  /** Its page. */
  readonly page?: string;
  /** `success`, `failure` or another of GitHub's words. */
  readonly conclusion?: string;
}

/** Events whose commit is what was just merged or deployed. On others (`schedule`, …) the head commit has nothing to do with the run. */
const COMMIT_EVENTS = new Set(['push', 'deployment', 'deployment_status']);

/** Reads the event; a payload of another shape than expected reads as one without a pull request. */
export function commentPlace(eventName: string, payload: unknown, sha: string): CommentPlace {
  const number = numberAt(payload, 'pull_request', 'number') ?? issueNumber(payload);
  if (number === undefined) {
    if (COMMIT_EVENTS.has(eventName) && sha !== '') return { kind: 'commit', sha };
    return { kind: 'none', why: `a ${eventName === '' ? 'run without an' : eventName} event has no pull request` };
  }
  // A fork's pull request gets a token that only reads; `pull_request_target` runs with the base's own token.
  if (eventName === 'pull_request' && isFork(payload)) {
    return { kind: 'none', why: "the token of a fork's pull request may only read; the job summary has the whole report" };
  }
  return { kind: 'pull', number };
}

/** The commit to show files at. `pull_request` runs at a merge commit that does not last, so its head; `pull_request_target` runs at the base. */
export function sourceSha(eventName: string, payload: unknown, sha: string): string {
  return (eventName === 'pull_request' ? stringAt(payload, 'pull_request', 'head', 'sha') : undefined) ?? sha;
}

/** The commit that what is judged is proposed to go into: of a pull request, or of a merge queue. */
export function baseSha(payload: unknown): string | undefined {
  const sha = stringAt(payload, 'pull_request', 'base', 'sha') ?? stringAt(payload, 'merge_group', 'base_sha');
  return sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha) ? sha : undefined;
}

/** The run that a `workflow_run` event is about; `undefined` on another event, and where it was not started by a pull request. */
export function reportedRun(eventName: string, payload: unknown): ReportedRun | undefined {
  const run = field(payload, 'workflow_run');
  if (eventName !== 'workflow_run' || stringAt(run, 'event') !== 'pull_request') return undefined;
  const [repository, branch, sha] = [
    stringAt(run, 'head_repository', 'full_name'),
    stringAt(run, 'head_branch'),
    stringAt(run, 'head_sha'),
  ];
  if (repository === undefined || branch === undefined || sha === undefined) return undefined;
  const [page, conclusion] = [stringAt(run, 'html_url'), stringAt(run, 'conclusion')];
  return {
    head: { repository, branch, sha },
    ...(page === undefined ? {} : { page }),
    ...(conclusion === undefined ? {} : { conclusion }),
  };
}

function issueNumber(payload: unknown): number | undefined {
  return field(payload, 'issue', 'pull_request') === undefined ? undefined : numberAt(payload, 'issue', 'number');
}

function isFork(payload: unknown): boolean {
  const head = stringAt(payload, 'pull_request', 'head', 'repo', 'full_name');
  return head === undefined || head !== stringAt(payload, 'pull_request', 'base', 'repo', 'full_name');
}
