/** The sticky comment against a GitHub that checks every request against GitHub's own API description. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markerOf, publishComment, type StickyComment } from '../../src/action/comment.ts';
import type { GitHub } from '../../src/action/github.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { startGitHub, type GitHubServer, type Trouble } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';

const marker = markerOf('Deploy/gate/gate');
const sticky: StickyComment = { place: { kind: 'pull', number: 7 }, marker, body: `${marker}failed\n`, create: true };
let server: GitHubServer;

beforeEach(async () => {
  server = await startGitHub();
});
afterEach(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

const open = (signal: AbortSignal = AbortSignal.timeout(HANG_LIMIT)): Promise<GitHub> =>
  Promise.resolve(
    gitHubClient({ token: 'test-token', apiUrl: server.url, graphqlUrl: `${server.url}/graphql`, owner: 'contoso', repo: 'fleet', signal }),
  );
const writes = (): readonly string[] => server.requests.filter((request) => /^(POST|PATCH|DELETE) (?!\/graphql)/.test(request));

describe('one comment', () => {
  test('is created, updated in place, and not touched if nothing changed', async () => {
    expect(await publishComment(sticky, open)).toEqual({ kind: 'created', id: 1000, pull: 7 });
    expect(await publishComment({ ...sticky, body: `${marker}passed\n`, create: false }, open)).toEqual({
      kind: 'updated',
      id: 1000,
      pull: 7,
    });
    expect(await publishComment({ ...sticky, body: `${marker}passed\n` }, open)).toEqual({ kind: 'unchanged', id: 1000, pull: 7 });
    expect(server.comments).toEqual([{ id: 1000, pull: 7, body: `${marker}passed\n`, author: 'github-actions[bot]' }]);
    expect(writes()).toEqual(['POST /repos/contoso/fleet/issues/7/comments', 'PATCH /repos/contoso/fleet/issues/comments/1000']);
  });

  test('is found behind many others', async () => {
    for (let id = 1; id <= 230; id++) server.comments.push({ id, pull: 7, body: 'hello', author: 'octocat' });
    server.comments.push({ id: 500, pull: 7, body: `${marker}old`, author: 'github-actions[bot]' });
    expect(await publishComment(sticky, open)).toEqual({ kind: 'updated', id: 500, pull: 7 });
    expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(3);
  });

  test('of another author is never touched, even if its marker is a copy', async () => {
    server.comments.push({ id: 1, pull: 7, body: `${marker}forged`, author: 'mallory' });
    expect(await publishComment(sticky, open)).toEqual({ kind: 'created', id: 1001, pull: 7 });
    expect(server.comments[0]?.body).toBe(`${marker}forged`);
  });

  test.each(['octocat', 'our-app[bot]'])('of the token of %s is recognized', async (login) => {
    server.login = login;
    await publishComment(sticky, open);
    expect((await publishComment({ ...sticky, body: `${marker}new` }, open)).kind).toBe('updated');
  });

  test('belongs to the job token if GitHub does not name our login', async () => {
    server.login = undefined;
    await publishComment(sticky, open);
    expect((await publishComment({ ...sticky, body: `${marker}new` }, open)).kind).toBe('updated');
  });

  test('has other jobs and modes beside it', async () => {
    const other = markerOf('Deploy/gate/lint');
    await publishComment(sticky, open);
    await publishComment({ ...sticky, marker: other, body: `${other}x` }, open);
    expect(server.comments).toHaveLength(2);
  });

  test('is not created if there is nothing to report', async () => {
    expect(await publishComment({ ...sticky, create: false }, open)).toEqual({ kind: 'quiet' });
    expect(writes()).toEqual([]);
  });
});

test('a failed job writes its comment again if a passed job overwrote it meanwhile', async () => {
  await publishComment({ ...sticky, body: `${marker}old\n` }, open);
  const [stood] = server.comments;
  // It looked before, and writes after.
  const late = (text: string) => async (): Promise<void> => (await open()).updateComment(stood?.id ?? 0, `${marker}${text}\n`);
  const failed = {
    ...sticky,
    othersWritten: late('passed'),
    reasonToKeep: (text: string) => (text.includes('newer') ? 'newer' : undefined),
  };
  expect((await publishComment(failed, open)).kind).toBe('updated');
  expect(server.comments.map(({ body }) => body)).toEqual([sticky.body]);
  await publishComment({ ...failed, body: `${marker}failed again\n`, othersWritten: late('newer') }, open);
  expect(server.comments.map(({ body }) => body)).toEqual([`${marker}newer\n`]);
  // The comment was written, even if a later check of it fails.
  const blind = { ...sticky, othersWritten: () => Promise.reject(new Error('no answer')) };
  expect((await publishComment(blind, open)).kind).toBe('updated');
});

describe('two jobs that saw no comment', () => {
  /** A GitHub whose first answer is from before anyone wrote. */
  const early = async (): Promise<GitHub> => {
    const github = await open();
    let asked = 0;
    return { ...github, comments: (pull) => ((asked += 1) === 1 ? nothing() : github.comments(pull)) };
  };
  async function* nothing(): AsyncGenerator<never> {}

  test('leave one: the older, with the content of the later one', async () => {
    await publishComment(sticky, early);
    const second = { ...sticky, body: `${marker}failed as well\n` };
    expect(await publishComment(second, early)).toEqual({ kind: 'updated', id: 1000, pull: 7 });
    expect(server.comments).toEqual([{ id: 1000, pull: 7, body: second.body, author: 'github-actions[bot]' }]);
    expect(writes().slice(1)).toEqual([
      'POST /repos/contoso/fleet/issues/7/comments',
      'PATCH /repos/contoso/fleet/issues/comments/1000',
      'DELETE /repos/contoso/fleet/issues/comments/1001',
    ]);
  });

  test('leave what must not be overwritten', async () => {
    await publishComment(sticky, early);
    const second = { ...sticky, body: `${marker}passed\n`, reasonToKeepOlder: () => 'it failed' };
    expect(await publishComment(second, early)).toEqual({ kind: 'left', why: 'it failed', id: 1000, pull: 7 });
    expect(server.comments.map(({ body }) => body)).toEqual([sticky.body]);
  });

  test('leave a comment that another author seems to have written', async () => {
    server.comments.push({ id: 1, pull: 7, body: `${marker}forged`, author: 'mallory' });
    expect(await publishComment(sticky, early)).toEqual({ kind: 'created', id: 1001, pull: 7 });
  });

  test.each(['PATCH', 'DELETE'])('lose nothing if GitHub refuses %s', async (method) => {
    await publishComment(sticky, early);
    server.trouble = { kind: 'forbidden', methods: [method] };
    expect(await publishComment({ ...sticky, body: `${marker}red` }, early)).toEqual({ kind: 'created', id: 1001, pull: 7 });
    expect(server.comments.at(-1)?.body).toBe(`${marker}red`);
  });
});

describe('a pushed commit', () => {
  test('is commented on the pull request that merged it', async () => {
    server.pulls.push({ number: 3, state: 'closed', headSha: 'aaa', mergeCommitSha: 'abc' });
    expect((await publishComment({ ...sticky, place: { kind: 'commit', sha: 'abc' } }, open)).kind).toBe('created');
    expect(server.comments[0]?.pull).toBe(3);
  });

  test('without a pull request is not commented', async () => {
    server.pulls.push({ number: 4, state: 'closed', headSha: 'abc', mergeCommitSha: 'zzz' });
    expect(await publishComment({ ...sticky, place: { kind: 'commit', sha: 'abc' } }, open)).toEqual({
      kind: 'noPlace',
      why: 'this commit belongs to no pull request',
    });
  });
});

describe('an error is reported, not thrown', () => {
  const troubles: readonly (readonly [Trouble, RegExp])[] = [
    ['forbidden', /403.*permissions: pull-requests: write/],
    ['missing', /404.*permissions: pull-requests: write/],
    ['tooLong', /422.*too long/],
    ['rateLimit', /rate limit/],
    ['broken', /502/],
  ];
  test.each(troubles)('%s', async (kind, why) => {
    server.trouble = { kind, methods: ['POST'] };
    const result = await publishComment(sticky, open);
    expect(result).toEqual({ kind: 'failed', why: expect.stringMatching(why) as unknown });
  });

  test('if it happens while reading', async () => {
    server.trouble = { kind: 'forbidden', methods: ['GET'] };
    expect((await publishComment(sticky, open)).kind).toBe('failed');
    expect(writes()).toEqual([]);
  });

  test('if GitHub never answers', async () => {
    server.trouble = { kind: 'silent', methods: [] };
    expect((await publishComment(sticky, () => open(AbortSignal.timeout(200)))).kind).toBe('failed');
  });

  test('if GitHub cannot be reached', async () => {
    const result = await publishComment(sticky, () =>
      Promise.resolve(
        gitHubClient({
          token: 'test-token',
          apiUrl: 'http://127.0.0.1:1',
          graphqlUrl: 'http://127.0.0.1:1/graphql',
          owner: 'contoso',
          repo: 'fleet',
          signal: AbortSignal.timeout(HANG_LIMIT),
        }),
      ),
    );
    expect(result.kind).toBe('failed');
  });
});

test('a marker cannot end its own comment', () => {
  expect(markerOf('a--><script>/ü')).toBe('<!-- fleet-gate comment v1: a%2D%2D%3E%3Cscript%3E%2F%C3%BC -->\n');
});
