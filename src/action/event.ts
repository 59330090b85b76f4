import type { MergesInto } from '../cli/process/io.ts';
import { field, numberAt, stringAt } from '../fleet/json/json.ts';

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

/** Events that run at the merge commit of a pull request, which does not last; where it comes from a fork, the token only reads. */
const MERGE_EVENTS = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment']);
/** Events about a pull request that run at a branch of this repository: nothing of the pull request is there. */
const BRANCH_EVENTS = new Set(['pull_request_target', 'issue_comment']);
/** Events whose commit is what was just merged or deployed. On others (`schedule`, …) the head commit has nothing to do with the run. */
const COMMIT_EVENTS = new Set(['push', 'deployment', 'deployment_status']);

/** Reads the event; a payload of another shape than expected reads as one without a pull request. */
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

/** The commit to show files at: of a merge commit the head that it merges. */
export function sourceSha(eventName: string, payload: unknown, sha: string): string {
  return (MERGE_EVENTS.has(eventName) ? stringAt(payload, 'pull_request', 'head', 'sha') : undefined) ?? sha;
}

/** Whether the commit of the event is what it is about. On others a workflow may check out anything. */
export function isAtItsCommit(eventName: string): boolean {
  return MERGE_EVENTS.has(eventName) || COMMIT_EVENTS.has(eventName) || eventName === MERGE_QUEUE;
}

/** The pull request that an event is about though it runs at a branch of this repository; `undefined` on another event. */
export function pullBeside(eventName: string, payload: unknown): number | undefined {
  return BRANCH_EVENTS.has(eventName) ? pullNumber(payload) : undefined;
}

/** What is judged is proposed to go into: of a pull request, or of a merge queue; `undefined` on another event. */
export function mergesInto(eventName: string, payload: unknown): MergesInto | undefined {
  const sha = stringAt(payload, 'pull_request', 'base', 'sha') ?? stringAt(payload, 'merge_group', 'base_sha');
  if (sha !== undefined && /^[0-9a-f]{40,64}$/.test(sha)) return { kind: 'commit', sha };
  const isProposal = MERGE_EVENTS.has(eventName) || eventName === MERGE_QUEUE || pullBeside(eventName, payload) !== undefined;
  return isProposal ? { kind: 'unknown', why: `the ${eventName} event does not say which commit this is to go into` } : undefined;
}

const MERGE_QUEUE = 'merge_group';

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
