import type { TrustedCommit } from '../cli/git/as-in-commit.ts';
import type { MergesInto } from '../cli/process/io.ts';
import { field, numberAt, stringAt } from '../fleet/json/json.ts';

/** How to find the pull request that a comment about this run belongs to. */
export type CommentPlace =
  | { readonly kind: 'pull'; readonly number: number }
  /** The pull request must be looked up: this commit came from it or belongs to it. */
  | { readonly kind: 'commit'; readonly sha: string }
  /** The pull request must be looked up: it is open and this is its head. */
  | { readonly kind: 'head'; readonly head: PullHead }
  | { readonly kind: 'none'; readonly why: string };

/** The branch that a pull request proposes to merge. */
export interface PullHead {
  /** `owner/name`; that of the fork if the pull request comes from a fork. */
  readonly repository: string;
  readonly branch: string;
  readonly sha: string;
}

/** The run of a pull request that a `workflow_run` event names. All fields come from GitHub, not from the run itself. */
export interface ReportedRun {
  readonly head: PullHead;
  /** The URL of the run. */
  readonly page?: string;
  /** `success`, `failure` or another conclusion of GitHub. */
  readonly conclusion?: string;
}

/**
 * Events that run at the merge commit of a pull request, which is temporary. If the pull request comes from a fork, the token is
 * read-only.
 */
const MERGE_EVENTS = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment']);
/** Events about a pull request that run at a branch of this repository, without the content of the pull request. */
const BRANCH_EVENTS = new Set(['pull_request_target', 'issue_comment']);
/** Events whose commit was just merged or deployed. For other events (`schedule`, …) the head commit is not related to the run. */
const COMMIT_EVENTS = new Set(['push', 'deployment', 'deployment_status']);

/** Reads the event. A payload with an unexpected shape is treated as an event without a pull request. */
export function commentPlace(eventName: string, payload: unknown, sha: string): CommentPlace {
  const number = pullNumber(payload);
  if (number === undefined) {
    if (COMMIT_EVENTS.has(eventName) && sha !== '') return { kind: 'commit', sha };
    return { kind: 'none', why: `a ${eventName === '' ? 'run without an' : eventName} event has no pull request` };
  }
  if (MERGE_EVENTS.has(eventName) && isFork(payload)) {
    return { kind: 'none', why: "the token of a fork's pull request may only read; the job summary has the whole report" };
  }
  return { kind: 'pull', number };
}

/** The commit to link files at. For a merge commit it is the head of the pull request. */
export function sourceSha(eventName: string, payload: unknown, sha: string): string {
  return (MERGE_EVENTS.has(eventName) ? stringAt(payload, 'pull_request', 'head', 'sha') : undefined) ?? sha;
}

/** Whether the run is about the commit of the event. For other events a workflow may check out any commit. */
export function isAtItsCommit(eventName: string): boolean {
  return MERGE_EVENTS.has(eventName) || COMMIT_EVENTS.has(eventName) || eventName === MERGE_QUEUE;
}

/** The pull request of an event that runs at a branch of this repository; `undefined` for other events. */
export function pullBeside(eventName: string, payload: unknown): number | undefined {
  return BRANCH_EVENTS.has(eventName) ? pullNumber(payload) : undefined;
}

/**
 * The branch and commit that the judged change would be merged into, for a pull request or a merge queue; `undefined` for other events. The
 * event of a finished run of one does not say it, and a job that it starts may check out that change.
 */
export function mergesInto(eventName: string, payload: unknown): MergesInto | undefined {
  const sha = stringAt(payload, 'pull_request', 'base', 'sha') ?? stringAt(payload, 'merge_group', 'base_sha');
  if (sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha)) return { kind: 'commit', sha };
  const started = startedBy(eventName, payload);
  const isBeside = started === eventName ? pullBeside(eventName, payload) !== undefined : BRANCH_EVENTS.has(started);
  const isProposal = MERGE_EVENTS.has(started) || started === MERGE_QUEUE || isBeside;
  return isProposal ? { kind: 'unknown', why: `the ${eventName} event does not say which commit this is to go into` } : undefined;
}

/** The head of a pull request, or of a finished run; `undefined` if the event does not name it, or its repository is deleted. */
export function proposedHead(payload: unknown): Omit<PullHead, 'branch'> | undefined {
  const repository =
    stringAt(payload, 'pull_request', 'head', 'repo', 'full_name') ?? stringAt(payload, 'workflow_run', 'head_repository', 'full_name');
  const sha = stringAt(payload, 'pull_request', 'head', 'sha') ?? stringAt(payload, 'workflow_run', 'head_sha');
  return repository === undefined || sha === undefined ? undefined : { repository, sha };
}

const MERGE_QUEUE = 'merge_group';

/** The event that started the run of a `workflow_run`; other events start runs themselves. */
function startedBy(eventName: string, payload: unknown): string {
  // The repository of a run may be deleted, and is then not in its event.
  return eventName === 'workflow_run' ? (stringAt(payload, 'workflow_run', 'event') ?? '') : eventName;
}

/**
 * Whether a job of this event may check out a proposed change that the event does not describe. `repository_dispatch`, for example:
 * workflows use it to judge a pull request that a comment or a label selected.
 */
export function mayCheckOutProposal(eventName: string, payload: unknown): boolean {
  const started = startedBy(eventName, payload);
  return eventName !== '' && !COMMIT_EVENTS.has(started) && !OWN_EVENTS.has(started);
}

/**
 * The commit whose kubeconfigs a run may use, if the event may be about a proposed change. A job of such an event may check out that change
 * anywhere. `undefined` for events that run the workflow of their own commit: only a person with write access starts them, and who can
 * change that commit can change the workflow.
 *
 * All other events run the workflow of a trusted branch. `repository_dispatch`, `issue_comment` and `workflow_run` are among them, and
 * workflows use them to check out a pull request that their payload, or only a step, names. Without a base in the event, the commit of
 * the workflow is as trusted as the workflow. Source: "Events that trigger workflows" of GitHub's documentation, `GITHUB_SHA` of each.
 * @param sha `GITHUB_SHA`
 */
export function trustedCommit(eventName: string, payload: unknown, sha: string): TrustedCommit | undefined {
  const into = mergesInto(eventName, payload);
  if (into?.kind === 'commit') return { sha: into.sha, name: 'the base' };
  // The commit of these events is the proposal itself.
  if (MERGE_EVENTS.has(eventName) || eventName === MERGE_QUEUE) return { name: 'the base' };
  if (eventName === '' || COMMIT_EVENTS.has(eventName) || OWN_EVENTS.has(eventName)) return undefined;
  return { name: 'the commit of the workflow', ...(sha === '' ? {} : { sha }) };
}

/** With `COMMIT_EVENTS`, the events that run the workflow of their own commit and that only a person with write access starts. */
const OWN_EVENTS = new Set(['workflow_dispatch', 'schedule', 'release', 'create']);

/** The run that a `workflow_run` event is about; `undefined` for other events, and if a pull request did not start it. */
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

function pullNumber(payload: unknown): number | undefined {
  return numberAt(payload, 'pull_request', 'number') ?? issueNumber(payload);
}

function issueNumber(payload: unknown): number | undefined {
  return field(payload, 'issue', 'pull_request') === undefined ? undefined : numberAt(payload, 'issue', 'number');
}

function isFork(payload: unknown): boolean {
  const head = stringAt(payload, 'pull_request', 'head', 'repo', 'full_name');
  return head === undefined || head !== stringAt(payload, 'pull_request', 'base', 'repo', 'full_name');
}
