import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path/posix';
import { knownRequest, prepareChecks, type KnownRequest } from './github-api.ts';

interface StoredComment {
  readonly id: number;
  readonly pull: number;
  body: string;
  readonly author: string;
}
interface StoredPull {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly headSha: string;
  readonly mergeCommitSha: string | null;
  /** The source branch; default: a branch of the repository itself. */
  readonly from?: { readonly repository: string; readonly branch: string };
}

interface StoredDeployment {
  readonly id: number;
  readonly request: Readonly<Record<string, unknown>>;
  readonly statuses: Readonly<Record<string, unknown>>[];
}

/** An entry of a commit: a text, the target of a link, or a submodule. A folder is the part of a path. */
export type StoredEntry = string | { readonly link: string } | { readonly submodule: true };

/** What goes wrong, at the test's request. */
export type Trouble = 'none' | 'forbidden' | 'missing' | 'tooLong' | 'rateLimit' | 'broken' | 'silent';

/**
 * A GitHub API in this process. It stores comments and pull requests, and checks every request and answer against GitHub's API description.
 */
export interface GitHubServer {
  readonly url: string;
  readonly comments: StoredComment[];
  /** How many comments were deleted. */
  deleted: number;
  readonly pulls: StoredPull[];
  readonly deployments: StoredDeployment[];
  /** The one commit of the repository whose files are known, and its entries by path. */
  readonly commit: { readonly sha: string; readonly entries: Readonly<Record<string, StoredEntry>>; readonly isTruncated?: true };
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[];
  /** Requests and answers that GitHub's description does not allow; must stay empty. */
  readonly problems: string[];
  /** The login of the token's owner; `undefined`: the request for it is refused. */
  login: string | undefined;
  /** Affects requests with these methods; all if the list is empty. */
  trouble: { readonly kind: Trouble; readonly methods: readonly string[]; readonly message?: string; readonly path?: RegExp };
  close(): Promise<void>;
}

const OWNER = 'contoso';
const REPO = 'fleet';

export async function startGitHub(commit: GitHubServer['commit'] = { sha: '', entries: {} }): Promise<GitHubServer> {
  prepareChecks();
  const state = {
    url: '',
    commit,
    comments: [] as StoredComment[],
    deleted: 0,
    pulls: [] as StoredPull[],
    deployments: [] as StoredDeployment[],
    requests: [] as string[],
    problems: [] as string[],
    login: 'github-actions[bot]' as string | undefined,
    trouble: { kind: 'none' as Trouble, methods: [] as readonly string[] } as GitHubServer['trouble'],
  };
  const server = createServer((request, response) => {
    handle(request, response, state).catch((error: unknown) => {
      state.problems.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type State = Omit<GitHubServer, 'close'>;
interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Sent as it is, in place of the body. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function handle(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const { method = '', url = '' } = request;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  state.requests.push(`${method} ${pathname}`);
  const body = method === 'GET' || method === 'DELETE' ? undefined : await json(request);
  if (!/^Bearer test-token$/.test(request.headers.authorization ?? '')) state.problems.push(`${method} ${pathname}: not authorised`);
  if (pathname === '/graphql') return send(response, viewer(body, state));

  const known = knownRequest(method, pathname);
  if (known === undefined) {
    state.problems.push(`${method} ${pathname}: not in the description`);
    return send(response, { status: 404, body: { message: 'Not Found' } });
  }
  state.problems.push(...known.problems(searchParams, body).map((problem) => `${method} ${pathname}: ${problem}`));
  const { kind, methods, message, path } = state.trouble;
  if (kind !== 'none' && (methods.length === 0 || methods.includes(method)) && (path === undefined || path.test(pathname))) {
    // Accepts the request and never answers.
    if (kind === 'silent') return undefined;
    return send(response, { ...TROUBLES[kind], ...(message === undefined ? {} : { body: { message } }) });
  }
  const answer = answerTo(method, known, searchParams, body, state, request.headers.accept);
  if (answer.raw === undefined)
    state.problems.push(...known.answerProblems(answer.status, answer.body).map((problem) => `${method} ${pathname}: ${problem}`));
  return send(response, answer);
}

const TROUBLES: Readonly<Record<Exclude<Trouble, 'none' | 'silent'>, Answer>> = {
  forbidden: { status: 403, body: { message: 'Resource not accessible by integration' } },
  missing: { status: 404, body: { message: 'Not Found' } },
  tooLong: { status: 422, body: { message: 'Validation Failed: Body is too long (maximum is 65536 characters)' } },
  rateLimit: { status: 403, body: { message: 'API rate limit exceeded' }, headers: { 'x-ratelimit-remaining': '0' } },
  broken: { status: 502, body: { message: 'Server Error' } },
};

function answerTo(
  method: string,
  known: KnownRequest,
  query: URLSearchParams,
  body: unknown,
  state: State,
  accept: string | undefined,
): Answer {
  const { path, parameters } = known;
  const text = (body as { body?: string } | undefined)?.body ?? '';
  if (path === '/repos/{owner}/{repo}/pulls') {
    const asked = state.pulls.filter(({ from, ...pull }) => pull.state === query.get('state') && query.get('head') === headLabel(from));
    return { status: 200, body: asked.map((pull) => pullJson(known, pull)) };
  }
  if (path.endsWith('/pulls')) {
    const sha = parameters['commit_sha'];
    const pulls = state.pulls.filter((pull) => pull.headSha === sha || pull.mergeCommitSha === sha);
    return { status: 200, body: pulls.map((pull) => pullJson(known, pull)) };
  }
  if (path.includes('/git/') || path.endsWith('/contents/{path}')) return ofCommit(known, query, state, accept);
  if (method === 'GET') return page(known, query, state);
  if (path.includes('/deployments')) return deployed(known, body, state);
  if (text.length > 65_536) return TROUBLES.tooLong;
  if (method === 'POST') {
    const author = state.login ?? 'github-actions[bot]';
    const comment = { id: 1000 + state.comments.length + state.deleted, pull: Number(parameters['issue_number']), body: text, author };
    state.comments.push(comment);
    return { status: 201, body: commentJson(known, 201, comment) };
  }
  const comment = state.comments.find(({ id }) => id === Number(parameters['comment_id']));
  if (comment === undefined) return TROUBLES.missing;
  if (method === 'DELETE') {
    state.comments.splice(state.comments.indexOf(comment), 1);
    state.deleted += 1;
    return { status: 204, body: undefined };
  }
  comment.body = text;
  return { status: 200, body: commentJson(known, 200, comment) };
}

/** Objects of git. Source: "Get a commit object", "Get a tree" and "Get repository content" of the REST API. */
function ofCommit(known: KnownRequest, query: URLSearchParams, { commit }: State, accept: string | undefined): Answer {
  const { sha, entries } = commit;
  const { path, parameters } = known;
  if ((parameters['commit_sha'] ?? parameters['tree_sha'] ?? query.get('ref')) !== sha) return TROUBLES.missing;
  const least = known.leastAnswer(200);
  if (path.includes('/git/commits/')) return { status: 200, body: { ...(least as object), sha } };
  if (path.includes('/git/trees/')) {
    const [folders, files] = [new Set(Object.keys(entries).flatMap(foldersOf)), Object.entries(entries)];
    const tree = [
      ...[...folders].map((folder) => ({ path: folder, mode: '040000', type: 'tree', sha })),
      ...files.map(([file, entry]) => ({
        path: file,
        sha,
        ...TREE_ENTRY[kindOf(entry)],
      })),
    ];
    return { status: 200, body: { sha, tree: query.has('recursive') ? tree : [], truncated: commit.isTruncated === true } };
  }
  return contentAt(decodeURIComponent(parameters['path'] ?? ''), commit, accept);
}

const TREE_ENTRY = {
  file: { mode: '100644', type: 'blob' },
  link: { mode: '120000', type: 'blob' },
  submodule: { mode: '160000', type: 'commit' },
} as const;

function kindOf(entry: StoredEntry): keyof typeof TREE_ENTRY {
  if (typeof entry === 'string') return 'file';
  return 'link' in entry ? 'link' : 'submodule';
}

function contentAt(file: string, { sha, entries }: GitHubServer['commit'], accept: string | undefined): Answer {
  const shared = { name: file, path: file, sha, size: 1, url: 'https://x', git_url: null, html_url: null, download_url: null };
  const described = { ...shared, _links: { git: null, html: null, self: 'https://x' } };
  const found = entries[file];
  if (found === undefined) {
    const inFolder = Object.keys(entries).filter((path) => path.startsWith(`${file}/`));
    return inFolder.length === 0 ? TROUBLES.missing : { status: 200, body: inFolder.map((path) => ({ ...described, type: 'file', path })) };
  }
  if (typeof found === 'string') return raw(found);
  if ('submodule' in found) return { status: 200, body: { ...described, type: 'submodule', submodule_git_url: 'https://x' } };
  const target = entries[join(dirname(file), found.link)];
  const isRaw = accept === 'application/vnd.github.raw+json';
  if (typeof target === 'string') return raw(target);
  return isRaw ? raw(found.link) : { status: 200, body: { ...described, type: 'symlink', target: found.link } };
}

function raw(text: string): Answer {
  return { status: 200, body: undefined, raw: text, headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' } };
}

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

/** GitHub refuses longer descriptions with an error. */
const DESCRIPTION = 140;

function deployed(known: KnownRequest, body: unknown, { deployments }: State): Answer {
  const request = body as Readonly<Record<string, unknown>>;
  const { id } = (known.leastAnswer(201) ?? {}) as { readonly id: number };
  const made = deployments.find((deployment) => String(deployment.id) === known.parameters['deployment_id']);
  if (known.path.endsWith('/statuses')) {
    if (made === undefined) return TROUBLES.missing;
    if (String(request['description']).length > DESCRIPTION) return TROUBLES.tooLong;
    made.statuses.push(request);
    return { status: 201, body: known.leastAnswer(201) };
  }
  deployments.push({ id: id + deployments.length, request, statuses: [] });
  return { status: 201, body: { ...(known.leastAnswer(201) as object), id: id + deployments.length - 1 } };
}

function page(known: KnownRequest, query: URLSearchParams, state: State): Answer {
  const pull = Number(known.parameters['issue_number']);
  const size = Number(query.get('per_page') ?? 30);
  const number = Number(query.get('page') ?? 1);
  const all = state.comments.filter((comment) => comment.pull === pull);
  const body = all.slice((number - 1) * size, number * size).map((comment) => commentJson(known, 200, comment));
  if (number * size >= all.length) return { status: 200, body };
  const next = `${state.url}/repos/${OWNER}/${REPO}/issues/${pull}/comments?per_page=${size}&page=${number + 1}`;
  return { status: 200, body, headers: { link: `<${next}>; rel="next"` } };
}

/** GraphQL is not part of the REST description. This one query is the only one allowed. */
function viewer(body: unknown, state: State): Answer {
  const query = (body as { query?: string } | undefined)?.query;
  if (query !== 'query { viewer { login } }') state.problems.push(`graphql: ${String(query)}`);
  if (state.login === undefined)
    return { status: 200, body: { data: null, errors: [{ message: 'Resource not accessible by integration' }] } };
  return { status: 200, body: { data: { viewer: { login: state.login } } } };
}

function send(response: ServerResponse, { status, body, raw: plain, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? plain : JSON.stringify(body));
}

/** A comment as GitHub returns it. Fields that no test reads have the simplest valid value. */
function commentJson(known: KnownRequest, status: number, { id, body, author }: StoredComment): object {
  return { ...(known.leastAnswer(status) as object), id, body, user: userJson(author) };
}

function pullJson(known: KnownRequest, { number, state, headSha, mergeCommitSha, from }: StoredPull): object {
  const least = known.leastAnswer(200) as { readonly head: Side; readonly base: Side };
  const head = { ...least.head, sha: headSha, repo: { ...least.head.repo, full_name: from?.repository ?? `${OWNER}/${REPO}` } };
  const base = { ...least.base, repo: { ...least.base.repo, full_name: `${OWNER}/${REPO}` } };
  return { ...least, number, state, merge_commit_sha: mergeCommitSha, head, base };
}

interface Side {
  readonly repo: object;
}

/** `owner:branch`, the value that filters the list of pull requests. */
function headLabel(from: StoredPull['from']): string | undefined {
  return from && `${from.repository.split('/')[0]}:${from.branch}`;
}

function userJson(login: string): object {
  const links = ['url', 'html_url', 'followers_url', 'following_url', 'gists_url', 'starred_url', 'subscriptions_url', 'organizations_url'];
  const more = ['repos_url', 'events_url', 'received_events_url', 'avatar_url'];
  return {
    login,
    id: 1,
    node_id: 'U_1',
    gravatar_id: '',
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
    ...Object.fromEntries([...links, ...more].map((name) => [name, 'https://example.test/u'])),
  };
}
