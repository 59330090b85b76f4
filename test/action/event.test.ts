import { describe, expect, test } from 'vitest';
import { readContext } from '../../src/action/context.ts';
import { commentPlace } from '../../src/action/event.ts';

const pull = (head: string | null): object => ({
  pull_request: {
    number: 7,
    head: { sha: 'head-sha', repo: head === null ? null : { full_name: head } },
    base: { repo: { full_name: 'contoso/fleet' } },
  },
});

describe('the place of a comment', () => {
  test.each([
    ['pull_request', pull('contoso/fleet'), { kind: 'pull', number: 7 }],
    ['pull_request_target', pull('evil/fleet'), { kind: 'pull', number: 7 }],
    ['issue_comment', { issue: { number: 8, pull_request: {} } }, { kind: 'pull', number: 8 }],
    ['push', {}, { kind: 'commit', sha: 'abc' }],
    ['deployment_status', {}, { kind: 'commit', sha: 'abc' }],
  ])('is found: %s', (name, payload, place) => {
    expect(commentPlace(name, payload, 'abc')).toEqual(place);
  });

  test.each([
    ['pull_request', pull('evil/fleet')],
    ['pull_request', pull(null)],
    ['pull_request_review', pull('evil/fleet')],
    ['pull_request_review_comment', pull('evil/fleet')],
    ['schedule', {}],
    ['issue_comment', { issue: { number: 8 } }],
    ['push', null],
  ])('is not found for %s', (name, payload) => {
    expect(commentPlace(name, payload, name === 'push' ? '' : 'abc').kind).toBe('none');
  });
});

test('the context comes from the runner and survives a broken event', () => {
  const env = {
    GITHUB_REPOSITORY: 'contoso/fleet',
    GITHUB_SHA: 'abc',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_API_URL: 'https://ghes.example.test/api/v3',
    GITHUB_WORKFLOW: 'Deploy',
    GITHUB_JOB: 'gate',
  };
  expect(readContext(env, () => '{not json')).toEqual({
    apiUrl: 'https://ghes.example.test/api/v3',
    graphqlUrl: 'https://ghes.example.test/api/v3/graphql',
    owner: 'contoso',
    repo: 'fleet',
    job: 'Deploy/gate',
    place: { kind: 'commit', sha: 'abc' },
    source: { server: 'https://github.com', repository: 'contoso/fleet', sha: 'abc' },
    runsAt: 'abc',
  });
  const event = JSON.stringify(pull('contoso/fleet'));
  for (const name of ['pull_request', 'pull_request_review', 'pull_request_review_comment'])
    expect(readContext({ ...env, GITHUB_EVENT_NAME: name }, () => event).source?.sha).toBe('head-sha');
  expect(readContext({ ...env, GITHUB_EVENT_NAME: 'pull_request_target' }, () => event).source?.sha).toBe('abc');
});
