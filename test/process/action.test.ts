/** The Action and the command line as a runner starts and stops them: deployment, group of the log and notification come to their end. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedHub, startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../src/demo/hub/served-types.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { commandsIn } from '../support/oracles/runner-commands.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const ENTRY = join(import.meta.dirname, '../../src/action.ts');
const WAITING = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'web', generation: 1, uid: 'u' },
  spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }], policy: { placementType: 'PickAll' } },
};

let github: GitHubServer;
let hub: EmbeddedHub;
beforeEach(async () => {
  [github, hub] = await Promise.all([startGitHub(), startEmbeddedHub({ types: SERVED_TYPES })]);
  hub.store.put(WAITING);
});
afterEach(async () => {
  await Promise.all([github.close(), hub.close()]);
  expect(github.problems).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s', async (signal) => {
  const dir = temporaryFolder();
  for (const file of ['summary', 'output', 'event.json']) writeFileSync(join(dir, file), file === 'event.json' ? '{}' : '');
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
  const inputs = {
    mode: 'gate',
    placements: 'crp/web',
    kubeconfig: 'kubeconfig',
    deployment: 'true',
    'deployment-environment': 'europe',
    'notify-file': 'notify.json',
    'github-token': 'test-token',
  };
  const child = spawn(process.execPath, [ENTRY], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      HOME: dir,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: join(dir, 'event.json'),
      GITHUB_STEP_SUMMARY: join(dir, 'summary'),
      GITHUB_OUTPUT: join(dir, 'output'),
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      GITHUB_REPOSITORY: 'contoso/fleet',
      GITHUB_SHA: 'c0ffee0123456789abcdef0123456789abcdef01',
      GITHUB_RUN_ID: '42',
    },
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)));
  child.stdout.resume();
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  const states = (): unknown[] => (github.deployments[0]?.statuses ?? []).map(({ state }) => state);
  await expect.poll(() => states().length === 1 && err.includes('awaited from')).toBe(true);
  child.kill(signal);
  await expect.poll(states).toEqual(['in_progress', 'error']);
  expect(await ended).toBe(130);
  expect(github.deployments[0]?.statuses[1]).toMatchObject({
    description: expect.stringMatching(/^CANCELLED: /) as unknown,
    log_url: 'https://github.com/contoso/fleet/actions/runs/42',
  });
  const run = 'https://github.com/contoso/fleet/actions/runs/42';
  expect(JSON.parse(readFileSync(join(dir, 'notify.json'), 'utf8'))).toMatchObject({ exitCode: 130, outcome: 'cancelled', links: { run } });
  expect(commandsIn(err).map(({ name, data }) => `${name} ${data}`)).toEqual([
    'group Waiting for ClusterResourcePlacement/web',
    'endgroup ',
  ]);
  expect(states()).toHaveLength(2);
});

test('the group of the command line is closed before the verdict is printed', async () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
  const script = `"$NODE" "$ENTRY" wait crp/web --kubeconfig kubeconfig --timeout 2s 2>&1 || test $? = 70`;
  const env = { PATH: process.env['PATH'], NODE: process.execPath, ENTRY: ENTRY.replace('action.ts', 'cli.ts'), GITHUB_ACTIONS: 'true' };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: dir, env });
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('::group::Waiting for ClusterResourcePlacement/web');
  const closed = lines.indexOf('::endgroup::');
  expect(closed).toBeGreaterThan(1);
  expect(lines[closed + 1]).toMatch(/^TIMED OUT: /);
  expect(commandsIn(stdout)).toHaveLength(2);
});
