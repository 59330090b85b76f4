/** The test double must refuse what GitHub refuses. Otherwise the tests that use it prove nothing. */
import { expect, test } from 'vitest';
import { knownRequest } from '../support/github/github-api.ts';
import { startGitHub } from '../support/github/github-server.ts';

const COMMENTS = '/repos/contoso/fleet/issues/7/comments';
const none = new URLSearchParams();

test.each([
  ['POST', COMMENTS, none, {}, "body must have required property 'body'"],
  ['POST', COMMENTS, none, { body: 7 }, 'body/body must be string'],
  ['GET', COMMENTS, new URLSearchParams({ per_pages: '100' }), undefined, 'unknown query parameter per_pages'],
  ['GET', COMMENTS, new URLSearchParams({ page: 'two' }), undefined, 'query page must be integer'],
  ['GET', COMMENTS, none, { body: 'x' }, 'a body where none is taken'],
])('%s %s %s %j is refused', (method, path, query, body, problem) => {
  expect(knownRequest(method, path)?.problems(query, body)).toContain(problem);
});

test('an answer that GitHub would not give is noticed', () => {
  expect(knownRequest('POST', COMMENTS)?.answerProblems(201, { id: 'x' })).toContain('answer 201/id must be integer');
});

test('a request without a description is a problem, and so is a missing token', async () => {
  const server = await startGitHub();
  await fetch(`${server.url}/repos/contoso/fleet/checks`);
  await server.close();
  expect(server.problems).toEqual([
    'GET /repos/contoso/fleet/checks: not authorised',
    'GET /repos/contoso/fleet/checks: not in the description',
  ]);
});
