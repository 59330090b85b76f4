import { isAddress } from '../../report/facts/lint/permalink.ts';
import { gitHubServer, pipelineOf } from './pipeline.ts';

/** Facts from the environment about the pipeline run. Values with an unexpected form are left out. */
export interface CiRun {
  /** The URL of the run, of the current attempt if there are several. */
  readonly page?: string;
  /** `owner/name` */
  readonly repository?: string;
  readonly sha?: string;
  readonly pullRequest?: { readonly number: number; readonly page: string };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Supports GitHub, GitLab and Azure Pipelines; elsewhere it is empty. */
export function ciRun(env: Env): CiRun {
  const text = (name: string): string => env[name] ?? '';
  const pipeline = pipelineOf(env);
  if (pipeline === 'github') return gitHubRun(text, gitHubServer(env));
  if (pipeline === 'gitlab') {
    const requests = `${text('CI_MERGE_REQUEST_PROJECT_URL')}/-/merge_requests`;
    return runOf(text('CI_JOB_URL'), text('CI_PROJECT_PATH'), text('CI_COMMIT_SHA'), requests, text('CI_MERGE_REQUEST_IID'));
  }
  if (pipeline === 'azure') {
    const page = `${text('SYSTEM_COLLECTIONURI')}${encodeURIComponent(text('SYSTEM_TEAMPROJECT'))}/_build/results?buildId=${text('BUILD_BUILDID')}`;
    const requests = `${text('BUILD_REPOSITORY_URI')}/pullrequest`;
    return runOf(page, text('BUILD_REPOSITORY_NAME'), text('BUILD_SOURCEVERSION'), requests, text('SYSTEM_PULLREQUEST_PULLREQUESTID'));
  }
  return {};
}

/** The commit of `refs/pull/7/merge` is temporary. */
function gitHubRun(text: (name: string) => string, server: string): CiRun {
  const [, pull = ''] = /^refs\/pull\/(\d+)\//.exec(text('GITHUB_REF')) ?? [];
  const home = `${server}/${text('GITHUB_REPOSITORY')}`;
  const id = text('GITHUB_RUN_ID');
  const attempt = text('GITHUB_RUN_ATTEMPT');
  const page = NUMBER.test(id) ? `${home}/actions/runs/${id}${NUMBER.test(attempt) ? `/attempts/${attempt}` : ''}` : '';
  return runOf(page, text('GITHUB_REPOSITORY'), pull === '' ? text('GITHUB_SHA') : '', `${home}/pull`, pull);
}

function runOf(page: string, repository: string, sha: string, pulls: string, pull: string): CiRun {
  const pullPage = `${pulls}/${pull}`;
  return {
    ...(isAddress(page) ? { page } : {}),
    ...(REPOSITORY.test(repository) ? { repository } : {}),
    ...(SHA.test(sha) ? { sha } : {}),
    ...(NUMBER.test(pull) && isAddress(pullPage) ? { pullRequest: { number: Number(pull), page: pullPage } } : {}),
  };
}

const NUMBER = /^\d{1,15}$/;
const SHA = /^[0-9a-f]{40,64}$/;
/** Includes the nested groups of GitLab and Azure. */
const REPOSITORY = /^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,10}$/;
