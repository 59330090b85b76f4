/** The files of a commit, as GitHub lists them. Shape of the answer: REST API, "Get a tree" (`recursive`, `truncated`). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openGitHub } from '../../src/action/github.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';

const TREE = [
  { path: 'rules', mode: '040000', type: 'tree', sha: 'a' },
  { path: 'rules/p.yaml', mode: '100644', type: 'blob', sha: 'b' },
  { path: 'linked.yaml', mode: '120000', type: 'blob', sha: 'c' },
  { path: 'module', mode: '160000', type: 'commit', sha: 'd' },
];

test.each([
  [false, ['rules/p.yaml', 'linked.yaml']],
  [true, undefined],
])('if the list is cut: %s, it is %j', async (truncated, files) => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sha: 'c0ffee0', url, truncated, tree: TREE }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const signal = AbortSignal.timeout(HANG_LIMIT);
    const github = await openGitHub({
      token: 'test-token',
      apiUrl,
      graphqlUrl: `${apiUrl}/graphql`,
      owner: 'contoso',
      repo: 'fleet',
      signal,
    });
    expect(await github.filesAt('c0ffee0')).toEqual(files);
    expect(asked).toEqual(['/repos/contoso/fleet/git/trees/c0ffee0?recursive=true']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
