import { gitHubServer } from '../cli/output/pipeline.ts';
import type { MergesInto } from '../cli/process/io.ts';
import type { SourceLink } from '../report/facts/lint/permalink.ts';
import { commentRun, type CommentRun } from './comment-run.ts';
import {
  commentPlace,
  isAtItsCommit,
  mergesInto,
  pullBeside,
  reportedRun,
  sourceSha,
  type CommentPlace,
  type ReportedRun,
} from './event.ts';

/** What the runner says about this run. */
export interface RunContext {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** `workflow/job`, what tells two comments of one pull request apart unless a key is given. */
  readonly job: string;
  /** Absent where it is not known which step of which run this is. */
  readonly run?: CommentRun;
  readonly place: CommentPlace;
  /** The run of a pull request that this one follows; only on `workflow_run`. */
  readonly reported?: ReportedRun;
  /** Of a pull request, and of a merge queue. */
  readonly mergesInto?: MergesInto;
  /** The pull request that this run is about, though it runs at a branch of this repository. */
  readonly pullBeside?: number;
  /** At the commit of the event. Absent where repository or commit are not known. */
  readonly source?: SourceLink;
  /** Whether the workflow may well have checked out another commit than that. */
  readonly isAnyCommit?: boolean;
  /** The commit that this run is started at, `GITHUB_SHA`. */
  readonly runsAt?: string;
}

/** @param readText reads a file as text, `undefined` where it cannot; the event's payload is one. */
export function readContext(env: Readonly<Record<string, string | undefined>>, readText: (path: string) => string | undefined): RunContext {
  const text = (name: string): string => env[name] ?? '';
  const payload = parsed(readText(text('GITHUB_EVENT_PATH')));
  const repository = text('GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = repository.split('/');
  const event = text('GITHUB_EVENT_NAME');
  const into = mergesInto(event, payload);
  const run = commentRun(env);
  const reported = reportedRun(event, payload);
  const beside = pullBeside(event, payload);
  const sha = sourceSha(event, payload, text('GITHUB_SHA'));
  return {
    apiUrl: text('GITHUB_API_URL') || 'https://api.github.com',
    graphqlUrl: text('GITHUB_GRAPHQL_URL') || 'https://api.github.com/graphql',
    owner,
    repo,
    job: `${text('GITHUB_WORKFLOW')}/${text('GITHUB_JOB')}`,
    ...(run === undefined ? {} : { run }),
    ...(reported === undefined ? {} : { reported }),
    ...(into === undefined ? {} : { mergesInto: into }),
    ...(beside === undefined ? {} : { pullBeside: beside }),
    ...(isAtItsCommit(event) ? {} : { isAnyCommit: true }),
    ...(text('GITHUB_SHA') === '' ? {} : { runsAt: text('GITHUB_SHA') }),
    place: commentPlace(event, payload, text('GITHUB_SHA')),
    ...(repository === '' || sha === '' ? {} : { source: { server: gitHubServer(env), repository, sha } }),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}
