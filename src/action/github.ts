import { shortLine } from '../report/facts/words/visible.ts';
import type { PullHead } from './event.ts';
import { field, listAt, numberAt, stringAt } from '../fleet/json/json.ts';

export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly author: string;
}

/** The GitHub requests that the Action makes. Each rejects with GitHub's answer. */
export interface GitHub {
  /** All comments of a pull request, oldest first, one page at a time. */
  comments(pull: number): AsyncIterable<readonly IssueComment[]>;
  createComment(pull: number, body: string): Promise<number>;
  updateComment(id: number, body: string): Promise<void>;
  deleteComment(id: number): Promise<void>;
  /** Pull requests that this commit was merged by or is the head of. */
  pullsOf(sha: string): Promise<readonly number[]>;
  /** Open pull requests into this repository with exactly this head. */
  pullsFrom(head: PullHead): Promise<readonly number[]>;
  /**
   * The text of a file of a commit; `undefined` if the commit does not have it. Rejects if GitHub does not show the commit to this token,
   * because then nothing is known about the file.
   */
  fileAt(path: string, sha: string): Promise<string | undefined>;
  /** The paths of all files of a commit; `undefined` if it has more than GitHub lists in one answer. */
  filesAt(sha: string): Promise<readonly string[] | undefined>;
  /** Creates a deployment of this commit without merging anything or waiting for checks. Resolves with its id. */
  createDeployment(deployment: NewDeployment): Promise<number>;
  createDeploymentStatus(id: number, status: DeploymentStatus): Promise<void>;
  /** The login of the token: a user, `github-actions[bot]`, or the bot of another app. */
  viewer(): Promise<string>;
}

export interface NewDeployment {
  readonly sha: string;
  readonly environment: string;
  readonly description: string;
}

export interface DeploymentStatus {
  readonly state: 'in_progress' | 'pending' | 'success' | 'failure' | 'error' | 'inactive';
  /** At most 140 characters. */
  readonly description: string;
  readonly logUrl?: string;
}

export interface GitHubAccess {
  readonly token: string;
  /** `GITHUB_API_URL`; differs on GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly owner: string;
  readonly repo: string;
  readonly signal: AbortSignal;
}

/** Loads the API client on demand: loading takes 50 ms and most runs do not need it. */
export async function openGitHub(access: GitHubAccess): Promise<GitHub> {
  const { owner, repo, apiUrl, graphqlUrl, signal } = access;
  const { getOctokit } = await import('@actions/github');
  const octokit = getOctokit(access.token, { baseUrl: apiUrl, request: { signal } });
  return {
    async *comments(pull) {
      const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        owner,
        repo,
        issue_number: pull,
        per_page: 100,
      });
      for await (const { data } of pages)
        yield data.map((comment) => ({ id: comment.id, body: comment.body ?? '', author: comment.user?.login ?? '' }));
    },
    createComment: async (pull, body) => (await octokit.rest.issues.createComment({ owner, repo, issue_number: pull, body })).data.id,
    updateComment: async (id, body) => void (await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body })),
    deleteComment: async (id) => void (await octokit.rest.issues.deleteComment({ owner, repo, comment_id: id })),
    pullsOf: async (sha) => {
      const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({ owner, repo, commit_sha: sha });
      return data
        .filter((pull) => pull.merge_commit_sha === sha || (pull.state === 'open' && pull.head.sha === sha))
        .map((pull) => pull.number);
    },
    pullsFrom: async ({ repository, branch, sha }) => {
      const [from = ''] = repository.split('/');
      const { data } = await octokit.rest.pulls.list({ owner, repo, state: 'open', head: `${from}:${branch}`, per_page: 100 });
      return data
        .filter(({ head, base }) => head.sha === sha && head.repo?.full_name === repository && base.repo.full_name === `${owner}/${repo}`)
        .map((pull) => pull.number);
    },
    fileAt: async (path, sha) => {
      await octokit.rest.git.getCommit({ owner, repo, commit_sha: sha });
      const asked = octokit.request('GET /repos/{owner}/{repo}/contents/{path}', {
        owner,
        repo,
        path,
        ref: sha,
        headers: { accept: 'application/vnd.github.raw+json' },
        // Octokit takes an answer that breaks off as an empty text.
        request: { parseSuccessResponseBody: false },
      });
      return asked.then(
        async ({ data, headers }) => contentIn(await new Response(data as unknown as ReadableStream).text(), headers['content-type']),
        (error: unknown) => {
          if (numberAt(error, 'status') === 404) return undefined;
          throw error;
        },
      );
    },
    filesAt: async (sha) => {
      const { data } = await octokit.rest.git.getTree({ owner, repo, tree_sha: sha, recursive: 'true' });
      // Octokit takes JSON that breaks off as a text.
      if (!Array.isArray(data.tree) || typeof data.truncated !== 'boolean') throw new Error('its answer is not a list of files');
      return data.truncated ? undefined : data.tree.flatMap(({ type, path }) => (type === 'blob' ? [path] : []));
    },
    createDeployment: async ({ sha, environment, description }) => {
      const { data } = await octokit.rest.repos.createDeployment({
        owner,
        repo,
        ref: sha,
        environment,
        description,
        auto_merge: false,
        required_contexts: [],
      });
      if (!('id' in data)) throw new Error('GitHub made no deployment of it');
      return data.id;
    },
    createDeploymentStatus: async (id, { state, description, logUrl }) => {
      const log = logUrl === undefined ? {} : { log_url: logUrl };
      await octokit.rest.repos.createDeploymentStatus({ owner, repo, deployment_id: id, state, description, ...log });
    },
    viewer: async () => {
      // REST cannot answer this for the token of an app, and `github-token` is one.
      const { data } = await octokit.request({ method: 'POST', url: graphqlUrl, query: 'query { viewer { login } }' });
      const login = stringAt(data, 'data', 'viewer', 'login');
      if (login === undefined) throw new Error(stringAt(listAt(data, 'errors')[0], 'message') ?? 'no viewer in the answer');
      return login;
    },
  };
}

/**
 * The text of a file in an answer about the contents of a path; `undefined` for a folder and a submodule, for which GitHub ignores the
 * media type. Source: REST API, "Get repository content".
 * @throws {Error} for a link that leads to no file, and for every other answer: then nothing is known about the path
 */
function contentIn(text: string, mediaType = ''): string | undefined {
  if (!/^application\/json\b/.test(mediaType)) return text;
  const found: unknown = JSON.parse(text);
  if (Array.isArray(found) || stringAt(found, 'type') === 'submodule') return undefined;
  // A server that does not know this form of the media type answers with an object.
  const content = stringAt(found, 'encoding') === 'base64' ? stringAt(found, 'content') : undefined;
  if (content !== undefined) return Buffer.from(content, 'base64').toString('utf8');
  const target = stringAt(found, 'target');
  throw new Error(target === undefined ? 'its answer is not a file' : `it is a link to ${target}, where it has no file`);
}

/**
 * One line about GitHub's answer, with a next step if one is known.
 * @param permission that the job needs
 */
export function gitHubProblem(error: unknown, permission: 'pull-requests' | 'deployments' | 'contents'): string {
  const status = numberAt(error, 'status');
  const message = shortLine(error instanceof Error ? error.message : String(error), 500);
  const remaining = stringAt(error, 'response', 'headers', 'x-ratelimit-remaining');
  const limited =
    status === 429 || (status === 403 && (remaining === '0' || field(error, 'response', 'headers', 'retry-after') !== undefined));
  if (limited) return `GitHub's rate limit is used up (${message})`;
  if (status === 403 || status === 404 || status === 401) {
    return `GitHub refused it (${status}: ${message}); give the job "permissions: ${permission}: ${permission === 'contents' ? 'read' : 'write'}"`;
  }
  // Octokit uses status 500 if there was no answer at all.
  const isAnswer = status !== undefined && field(error, 'response') !== undefined;
  return !isAnswer ? `GitHub could not be reached (${message})` : `GitHub answered ${status}: ${message}`;
}
