import { parseJson } from '../fleet/json/json.ts';
import { gitHubAddresses } from '../cli/watch/github-api.ts';
import { gitHubServer } from '../cli/output/pipeline.ts';
import type { TrustedCommit } from '../cli/git/as-in-commit.ts';
import type { MergesInto } from '../cli/process/io.ts';
import type { SourceLink } from '../report/facts/lint/permalink.ts';
import { commentRun, type CommentRun } from './comment-run.ts';
import {
  commentPlace,
  isAtItsCommit,
  mayCheckOutProposal,
  mergesInto,
  proposedHead,
  pullBeside,
  reportedRun,
  sourceSha,
  trustedCommit,
  type CommentPlace,
  type ReportedRun,
} from './event.ts';

/** What the runner's environment and event say about this run. */
export interface RunContext {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** `workflow/job`: distinguishes the comments of one pull request if no key is given. */
  readonly job: string;
  /** Absent if the environment does not identify the step. */
  readonly run?: CommentRun;
  readonly place: CommentPlace;
  /** The pull request's run that started this one; only on `workflow_run`. */
  readonly reported?: ReportedRun;
  /** Only for a pull request or a merge queue. */
  readonly mergesInto?: MergesInto;
  /** The repository and the commit that propose the change, if the event names them. */
  readonly proposed?: { readonly repository: string; readonly sha: string };
  /** Whether the workflow may have checked out a proposed change that the event does not describe. */
  readonly mayBeProposal?: boolean;
  /** Only for an event that may be about a proposed change: committed kubeconfigs must be as in this commit. */
  readonly trusts?: TrustedCommit;
  /** The pull request that this run is about, if the run uses a branch of this repository. */
  readonly pullBeside?: number;
  /** Links to files at the commit of the event. Absent if the repository or the commit is not known. */
  readonly source?: SourceLink;
  /** Whether the workflow may have checked out another commit. */
  readonly isAnyCommit?: boolean;
  /** `GITHUB_SHA`, the commit of the run. */
  readonly runsAt?: string;
}

/** @param readText returns the text of a file such as the event payload, `undefined` if it cannot be read */
export function readContext(env: Readonly<Record<string, string | undefined>>, readText: (path: string) => string | undefined): RunContext {
  const text = (name: string): string => env[name] ?? '';
  const payload = parseJson(readText(text('GITHUB_EVENT_PATH')) ?? '') ?? {};
  const repository = text('GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = repository.split('/');
  const event = text('GITHUB_EVENT_NAME');
  const into = mergesInto(event, payload);
  const trusts = trustedCommit(event, payload, text('GITHUB_SHA'));
  const run = commentRun(env);
  const reported = reportedRun(event, payload);
  const beside = pullBeside(event, payload);
  const proposed = proposedHead(payload);
  const sha = sourceSha(event, payload, text('GITHUB_SHA'));
  return {
    ...gitHubAddresses(env),
    owner,
    repo,
    job: `${text('GITHUB_WORKFLOW')}/${text('GITHUB_JOB')}`,
    ...(run === undefined ? {} : { run }),
    ...(reported === undefined ? {} : { reported }),
    ...(into === undefined ? {} : { mergesInto: into }),
    ...(proposed === undefined ? {} : { proposed }),
    ...(mayCheckOutProposal(event, payload) ? { mayBeProposal: true } : {}),
    ...(trusts === undefined ? {} : { trusts }),
    ...(beside === undefined ? {} : { pullBeside: beside }),
    ...(isAtItsCommit(event) ? {} : { isAnyCommit: true }),
    ...(text('GITHUB_SHA') === '' ? {} : { runsAt: text('GITHUB_SHA') }),
    place: commentPlace(event, payload, text('GITHUB_SHA')),
    ...(repository === '' || sha === '' ? {} : { source: { server: gitHubServer(env), repository, sha } }),
  };
}
