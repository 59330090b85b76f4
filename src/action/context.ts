import { gitHubServer } from '../cli/pipeline.ts';
import type { SourceLink } from '../report/facts/permalink.ts';
import { commentRun, type CommentRun } from './comment-run.ts';
import { baseSha, commentPlace, reportedRun, sourceSha, type CommentPlace, type ReportedRun } from './event.ts';

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
  /** The commit that a pull request is to be merged into. */
  readonly mergesInto?: string;
  /** Absent where repository or commit are not known. */
  readonly source?: SourceLink;
}

/** @param readText reads a file as text, `undefined` where it cannot; the event's payload is one. */
export function readContext(env: Readonly<Record<string, string | undefined>>, readText: (path: string) => string | undefined): RunContext {
  const text = (name: string): string => env[name] ?? '';
  const payload = parsed(readText(text('GITHUB_EVENT_PATH')));
  const repository = text('GITHUB_REPOSITORY');
  const [owner = '', repo = ''] = repository.split('/');
  const mergesInto = baseSha(payload);
  const run = commentRun(env);
  const reported = reportedRun(text('GITHUB_EVENT_NAME'), payload);
  const sha = sourceSha(text('GITHUB_EVENT_NAME'), payload, text('GITHUB_SHA'));
  return {
    apiUrl: text('GITHUB_API_URL') || 'https://api.github.com',
    graphqlUrl: text('GITHUB_GRAPHQL_URL') || 'https://api.github.com/graphql',
    owner,
    repo,
    job: `${text('GITHUB_WORKFLOW')}/${text('GITHUB_JOB')}`,
    ...(run === undefined ? {} : { run }),
    ...(reported === undefined ? {} : { reported }),
    ...(mergesInto === undefined ? {} : { mergesInto }),
    place: commentPlace(text('GITHUB_EVENT_NAME'), payload, text('GITHUB_SHA')),
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
