import { field, isObject, listAt, numberAt, stringAt, parseJson } from '../fleet/json/json.ts';
import { gitHubHeaders, VIEWER_QUERY } from '../cli/watch/github-api.ts';
import { proxyFor } from '../gates/hub/http/proxy.ts';
import { webAnswer } from '../gates/hub/web-answer.ts';
import type { GitHub, GitHubAccess } from './github.ts';
import { GitHubError } from './github-error.ts';

/** @throws ConfigError for a proxy that cannot be used */
export function gitHubClient({ token, apiUrl, graphqlUrl, owner, repo, signal }: GitHubAccess): GitHub {
  const root = `${apiUrl}/repos/${owner}/${repo}`;
  const proxy = proxyFor(new URL(apiUrl), process.env);
  const answerOf = async (method: string, url: string, body?: object, accept?: string): Promise<Response> => {
    const sent = { method, headers: gitHubHeaders(token, accept), ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    let at = url;
    for (let moved = 0; ; moved++) {
      const answer = await webAnswer(at, sent, { proxy, signal });
      if (answer.ok) return answer;
      const next = moved < MOST_MOVES ? newPlace(answer, at) : undefined;
      if (next === undefined) throw errorOf(answer, await answer.text());
      at = next;
    }
  };
  const json = async (method: string, url: string, body?: object): Promise<unknown> => (await answerOf(method, url, body)).json();
  return {
    async *comments(pull) {
      for (let page = 1; ; page++) {
        const listed = listOf(await json('GET', `${root}/issues/${pull}/comments?per_page=${PAGE}&page=${page}`));
        yield listed.map((comment) => ({
          id: numberAt(comment, 'id') ?? 0,
          body: stringAt(comment, 'body') ?? '',
          author: stringAt(comment, 'user', 'login') ?? '',
        }));
        if (listed.length < PAGE) return;
      }
    },
    createComment: async (pull, body) => idOf(await json('POST', `${root}/issues/${pull}/comments`, { body })),
    updateComment: async (id, body) => void (await answerOf('PATCH', `${root}/issues/comments/${id}`, { body })),
    deleteComment: async (id) => void (await answerOf('DELETE', `${root}/issues/comments/${id}`)),
    pullsOf: async (sha) =>
      listOf(await json('GET', `${root}/commits/${sha}/pulls`))
        .filter(
          (pull) =>
            stringAt(pull, 'merge_commit_sha') === sha || (stringAt(pull, 'state') === 'open' && stringAt(pull, 'head', 'sha') === sha),
        )
        .flatMap((pull) => numberAt(pull, 'number') ?? []),
    pullsFrom: async ({ repository, branch, sha }) => {
      const [from = ''] = repository.split('/');
      const head = encodeURIComponent(`${from}:${branch}`);
      return listOf(await json('GET', `${root}/pulls?state=open&head=${head}&per_page=${PAGE}`))
        .filter(
          (pull) =>
            stringAt(pull, 'head', 'sha') === sha &&
            stringAt(pull, 'head', 'repo', 'full_name') === repository &&
            stringAt(pull, 'base', 'repo', 'full_name') === `${owner}/${repo}`,
        )
        .flatMap((pull) => numberAt(pull, 'number') ?? []);
    },
    fileAt: async (path, sha) => {
      await answerOf('GET', `${root}/git/commits/${sha}`);
      try {
        const at = `${root}/contents/${encodeURIComponent(path)}?ref=${sha}`;
        const answer = await answerOf('GET', at, undefined, 'application/vnd.github.raw+json');
        return contentIn(await answer.text(), answer.headers.get('content-type') ?? '');
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return undefined;
        throw error;
      }
    },
    filesAt: async (sha) => {
      const answer = await json('GET', `${root}/git/trees/${sha}?recursive=true`);
      const [tree, truncated] = [field(answer, 'tree'), field(answer, 'truncated')];
      if (!Array.isArray(tree) || typeof truncated !== 'boolean') throw new Error('its answer is not a list of files');
      return truncated ? undefined : tree.flatMap((entry) => (stringAt(entry, 'type') === 'blob' ? (stringAt(entry, 'path') ?? []) : []));
    },
    createDeployment: async ({ sha, environment, description }) => {
      const asked = { ref: sha, environment, description, auto_merge: false, required_contexts: [] };
      return idOf(await json('POST', `${root}/deployments`, asked));
    },
    createDeploymentStatus: async (id, { state, description, logUrl }) => {
      const log = logUrl === undefined ? {} : { log_url: logUrl };
      await answerOf('POST', `${root}/deployments/${id}/statuses`, { state, description, ...log });
    },
    viewer: async () => {
      const answer = await json('POST', graphqlUrl, VIEWER_QUERY);
      const login = stringAt(answer, 'data', 'viewer', 'login');
      if (login === undefined) throw new Error(stringAt(listAt(answer, 'errors')[0], 'message') ?? 'no viewer in the answer');
      return login;
    },
  };
}

/** The largest page that GitHub gives. */
const PAGE = 100;
const MOST_MOVES = 5;

/** The new address of a repository that was renamed or moved, on the same server: another one must not get the token. */
function newPlace({ status, headers }: Response, from: string): string | undefined {
  const place = URL.parse(headers.get('location') ?? '', from);
  const isMoved = status === 301 || status === 302 || status === 307 || status === 308;
  return isMoved && place?.origin === new URL(from).origin ? place.href : undefined;
}

function errorOf({ status, headers }: Response, text: string): GitHubError {
  const answer = parseJson(text);
  const isRateLimit = status === 429 || (status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')));
  if (!isObject(answer)) return new GitHubError(text, status, isRateLimit);
  const errors = listAt(answer, 'errors').map((error) => JSON.stringify(error));
  const message = `${stringAt(answer, 'message') ?? ''}${errors.length === 0 ? '' : `: ${errors.join(', ')}`}`;
  const page = stringAt(answer, 'documentation_url');
  return new GitHubError(page === undefined ? message : `${message} - ${page}`, status, isRateLimit);
}

function listOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new Error('its answer is not a list');
  return answer;
}

function idOf(answer: unknown): number {
  const id = numberAt(answer, 'id');
  if (id === undefined) throw new Error('its answer has no id');
  return id;
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
