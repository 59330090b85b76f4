/** The files of a commit, as GitHub's API gives them. The server checks each request and answer against GitHub's description. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { GitHub } from '../../src/action/github.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';

const SHA = 'c0ffee0123456789abcdef0123456789abcdef01';
const ENTRIES = {
  '.fleet-gate.yaml': 'failOn: warning\n',
  'rules/p #1.yaml': 'a: ü\n',
  'rules/empty.yaml': '',
  'linked.yaml': { link: 'rules/p #1.yaml' },
  folder: { link: 'rules' },
  module: { submodule: true },
} as const;

test('are read and listed as they are in the commit', async () => {
  await withGitHub({ sha: SHA, entries: ENTRIES }, async (github, server) => {
    expect(await github.filesAt(SHA)).toEqual(Object.keys(ENTRIES).filter((path) => path !== 'module'));
    expect(server.requests).toEqual([`GET /repos/contoso/fleet/git/trees/${SHA}`]);
    for (const path of ['.fleet-gate.yaml', 'rules/p #1.yaml', 'rules/empty.yaml'] as const)
      expect(await github.fileAt(path, SHA), path).toBe(ENTRIES[path]);
    expect(await github.fileAt('linked.yaml', SHA)).toBe('a: ü\n');
    for (const path of ['rules', 'module', 'missing.yaml', 'rules/missing.yaml', 'folder/empty.yaml'])
      expect(await github.fileAt(path, SHA), path).toBeUndefined();
    // The text of a link is its target.
    expect(await github.fileAt('folder', SHA)).toBe('rules');
  });
});

test('are not known if the list is cut, or GitHub does not show the commit', async () => {
  await withGitHub({ sha: SHA, entries: ENTRIES, isTruncated: true }, async (github) => {
    expect(await github.filesAt(SHA)).toBeUndefined();
    const other = SHA.replace('c0ffee0', 'c0ffee1');
    await expect(github.fileAt('.fleet-gate.yaml', other)).rejects.toMatchObject({ status: 404 });
    await expect(github.filesAt(other)).rejects.toMatchObject({ status: 404 });
  });
});

const RAW = 'application/vnd.github.raw+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const FILE = { type: 'file', encoding: 'base64', content: Buffer.from('failOn: warning\n').toString('base64') };

/** Answers about a path. The text of the file, or `undefined` if nothing is known about it. */
const ANSWERS: readonly (readonly [what: string, mediaType: string, body: string, cut: boolean, text: string | undefined])[] = [
  ['a text that is cut off', RAW, 'failOn: warn', true, undefined],
  ['a file of an unknown encoding', 'application/octet-stream', 'failOn: warning\n', false, 'failOn: warning\n'],
  ['a file of an unknown encoding that is cut off', 'application/octet-stream', 'failOn: warn', true, undefined],
  ['a file in the old form', JSON_TYPE, JSON.stringify(FILE), false, 'failOn: warning\n'],
  ['a file in the old form that is cut off', JSON_TYPE, JSON.stringify(FILE).slice(0, 40), true, undefined],
  [
    'a file that is too large for the old form',
    JSON_TYPE,
    JSON.stringify({ type: 'file', encoding: 'none', content: '' }),
    false,
    undefined,
  ],
  ['a link in the old form', JSON_TYPE, JSON.stringify({ type: 'symlink', target: '../x' }), false, undefined],
  ['the page of a proxy', JSON_TYPE, '"please log in"', false, undefined],
  ['nothing', JSON_TYPE, '', false, undefined],
  ['an object', JSON_TYPE, '{}', false, undefined],
];

test.each(ANSWERS)('are known, or known not to be known, for %s', async (_, mediaType, body, cut, text) => {
  const server = createServer(({ url = '' }, response) => {
    const isOfGit = url.includes('/git/');
    const length = cut && !isOfGit ? { 'content-length': body.length + 10 } : {};
    response.writeHead(200, { 'content-type': isOfGit ? JSON_TYPE : mediaType, ...length });
    if (isOfGit) response.end('{"sha":"x"}');
    else if (cut) response.write(body, () => response.destroy());
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const github = gitHubAt(addressOf(server));
    const asked = github.fileAt('.fleet-gate.yaml', SHA);
    if (text === undefined) await expect(asked).rejects.toThrow();
    else expect(await asked).toBe(text);
    await expect(github.filesAt(SHA)).rejects.toThrow('not a list');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('are read at the new place of a repository that was renamed, but not on another server', async () => {
  const [moved, tokens]: [string[], (string | undefined)[]] = [[], []];
  const other = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.end('{"tree": [], "truncated": false}');
  });
  const server = createServer(({ url = '' }, response) => {
    moved.push(url);
    if (url.startsWith('/repositories/7')) return response.end('{"tree": [{"type": "blob", "path": "a.yaml"}], "truncated": false}');
    const place = url.includes(SHA) ? `/repositories/7/git/trees/${SHA}` : `${addressOf(other)}${url}`;
    return response.writeHead(301, { location: place }).end('{"message": "Moved Permanently"}');
  });
  await Promise.all([server, other].map((each) => new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))));
  try {
    const github = gitHubAt(addressOf(server));
    expect(await github.filesAt(SHA)).toEqual(['a.yaml']);
    expect(moved).toEqual([`/repos/contoso/fleet/git/trees/${SHA}?recursive=true`, `/repositories/7/git/trees/${SHA}`]);
    await expect(github.filesAt('1')).rejects.toMatchObject({ status: 301, message: 'Moved Permanently' });
    expect(tokens).toEqual([]);
  } finally {
    for (const each of [server, other]) each.close();
  }
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function withGitHub(commit: GitHubServer['commit'], use: (github: GitHub, server: GitHubServer) => Promise<void>): Promise<void> {
  const server = await startGitHub(commit);
  try {
    await use(gitHubAt(server.url), server);
    expect(server.problems).toEqual([]);
  } finally {
    await server.close();
  }
}

function gitHubAt(apiUrl: string): GitHub {
  const signal = AbortSignal.timeout(HANG_LIMIT);
  return gitHubClient({ token: 'test-token', apiUrl, graphqlUrl: `${apiUrl}/graphql`, owner: 'contoso', repo: 'fleet', signal });
}
