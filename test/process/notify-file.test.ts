/** The notification for a chat, as a separate process writes it: for every end of the process, the file agrees with the exit code. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import type { Notification } from '../../src/report/notify/notification.ts';
import { hangingServer } from '../support/hubs/hanging-servers.ts';
import { runCli } from '../support/process/run-cli.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const ENTRY = join(import.meta.dirname, '../../src/cli.ts');
const CLEAN = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
const BROKEN = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata: {name: shop}
spec: {bogus: 1}
`;
const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'contoso/fleet',
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_SHA: 'c0ffee0123456789abcdef0123456789abcdef01',
  GITHUB_RUN_ID: '42',
  GITHUB_RUN_ATTEMPT: '2',
};

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
  writeFileSync(join(dir, 'clean.yaml'), CLEAN);
  writeFileSync(join(dir, 'broken.yaml'), BROKEN);
  writeFileSync(join(dir, 'values.yaml'), 'a: 1\n');
});
const file = (): string => join(dir, 'out/notify.json');
const read = (): Notification => JSON.parse(readFileSync(file(), 'utf8')) as Notification;

interface Started {
  readonly ended: Promise<number | null>;
  readonly signal: (name: NodeJS.Signals) => void;
}

function start(argv: readonly string[], { env = {}, node = [] }: { env?: Record<string, string>; node?: readonly string[] } = {}): Started {
  const child = spawn(process.execPath, [...node, ENTRY, ...argv, '--notify-file', 'out/notify.json'], {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: dir, ...env },
    stdio: 'ignore',
  });
  return {
    ended: new Promise((resolve) => {
      child.on('close', resolve);
    }),
    signal: (name) => void child.kill(name),
  };
}

describe('the end of a process is in the notification', () => {
  test.each<[readonly string[], number, Partial<Notification>]>([
    [['lint', 'clean.yaml'], 0, { verdict: 'PASSED', outcome: 'clean', command: 'lint' }],
    [['lint', 'broken.yaml'], 1, { outcome: 'findings' }],
    [['plan', 'clean.yaml'], 2, { outcome: 'usage', command: 'plan' }],
    [['lint', '--no-such-flag', 'clean.yaml'], 2, { outcome: 'usage' }],
    [['lint', '--format', 'json=out/notify.json', 'clean.yaml'], 2, { outcome: 'usage' }],
    [['lint', '--deadline', '1ms', 'broken.yaml'], 6, { outcome: 'notEvaluated' }],
    [['lint', '.gone'], 2, { outcome: 'usage' }],
    [['wait', 'crp/shop', '--kubeconfig', 'gone'], 2, { outcome: 'usage', command: 'wait' }],
    [
      ['wait', 'crp/shop', '--server', 'http://127.0.0.1:1', '--timeout', '1s', '--kubeconfig', 'kubeconfig'],
      4,
      { outcome: 'unreachable' },
    ],
    [['lint', 'values.yaml'], 3, { outcome: 'nothingToDo' }],
  ])('for %j with its exit code, %d', async (argv, exitCode, expected) => {
    writeFileSync(join(dir, 'kubeconfig'), kubeconfig(1));
    expect(await start(argv).ended).toBe(exitCode);
    const told = read();
    expect(told).toMatchObject({ schema: 'notify-v1', exitCode, ...expected });
    expect(told.text).toContain(told.verdict);
  });

  test.each([1, 2])('after %d signals', async (signals) => {
    const hub = await hangingServer(() => undefined);
    writeFileSync(join(dir, 'kubeconfig'), kubeconfig(hub.port));
    const { ended, signal } = start(['wait', 'crp/shop', '--kubeconfig', 'kubeconfig', '--timeout', '5m']);
    // The folder is made once the wait has begun.
    await expect.poll(() => existsSync(join(dir, 'out')), { timeout: 20_000 }).toBe(true);
    for (let sent = 0; sent < signals; sent++) signal(sent === 0 ? 'SIGINT' : 'SIGTERM');
    expect(await ended).toBe(130);
    hub.close();
    expect(read()).toMatchObject({ outcome: 'cancelled', exitCode: 130, command: 'wait' });
  });

  test('after an uncaught internal error', async () => {
    writeFileSync(join(dir, 'fault.mjs'), "setTimeout(() => { throw new Error('a bug'); }, 1500);");
    const hub = await hangingServer(() => undefined);
    writeFileSync(join(dir, 'kubeconfig'), kubeconfig(hub.port));
    expect(await start(['wait', 'crp/shop', '--kubeconfig', 'kubeconfig'], { node: ['--import', join(dir, 'fault.mjs')] }).ended).toBe(99);
    hub.close();
    expect(read()).toMatchObject({ verdict: 'FAULT', exitCode: 99, command: 'wait' });
    expect(JSON.stringify(read())).not.toContain('a bug');
  });
});

test('the place of the run is read from the environment', async () => {
  await runCli(dir, ['lint', 'clean.yaml', '--notify-file', 'out/notify.json', '--format', 'json=out/report.json'], { env: GITHUB });
  const run = 'https://github.com/contoso/fleet/actions/runs/42/attempts/2';
  expect(read()).toMatchObject({
    repository: 'contoso/fleet',
    pullRequest: 7,
    links: { run, pullRequest: 'https://github.com/contoso/fleet/pull/7', report: 'out/report.json' },
    text: expect.stringMatching(/^fleet-gate: PASSED \(contoso\/fleet #7\): .* https:\/\/github\.com\S+$/) as unknown,
  });
  // The commit of a pull request's run is made for that run alone.
  expect(read().sha).toBeUndefined();
  expect(JSON.parse(readFileSync(join(dir, 'out/report.json'), 'utf8'))).toMatchObject({ run });
});

test.each([
  [
    'GitLab',
    {
      GITLAB_CI: 'true',
      CI_JOB_URL: 'https://gitlab.com/contoso/fleet/-/jobs/9',
      CI_PROJECT_PATH: 'contoso/eu/fleet',
      CI_MERGE_REQUEST_IID: '3',
      CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.com/contoso/eu/fleet',
    },
    'https://gitlab.com/contoso/fleet/-/jobs/9',
    'https://gitlab.com/contoso/eu/fleet/-/merge_requests/3',
  ],
  [
    'Azure Pipelines',
    {
      TF_BUILD: 'True',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/contoso/',
      SYSTEM_TEAMPROJECT: 'The Fleet',
      BUILD_BUILDID: '9',
      BUILD_REPOSITORY_URI: 'https://dev.azure.com/contoso/eu/_git/fleet',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '3',
    },
    'https://dev.azure.com/contoso/The%20Fleet/_build/results?buildId=9',
    'https://dev.azure.com/contoso/eu/_git/fleet/pullrequest/3',
  ],
])('%s has a page of the run as well', async (_, env, run, pullRequest) => {
  const { report, out } = await runCli(dir, ['lint', 'clean.yaml', '--notify-file', 'out/notify.json'], { env });
  expect(report?.exitCode).toBe(0);
  expect(read()).toMatchObject({ pullRequest: 3, links: { run, pullRequest } });
  expect(out.trimEnd().split('\n').at(-1)).toBe(`Run: ${run}`);
});

test.each([
  ['GITHUB_SERVER_URL', 'javascript:alert(1)//'],
  ['GITHUB_RUN_ID', '42\n::error::x'],
  ['GITHUB_REPOSITORY', 'a b'],
])('an environment with an invalid %s gives no link', async (name, value) => {
  const { out } = await runCli(dir, ['lint', 'clean.yaml', '--notify-file', 'out/notify.json'], { env: { ...GITHUB, [name]: value } });
  expect(read().links.run).toBeUndefined();
  expect(out).not.toContain('Run:');
});

test('a file that cannot be written is wrong usage, reported before a long wait', async () => {
  const run = runCli(dir, ['lint', 'clean.yaml', '--notify-file', 'clean.yaml/notify.json']);
  await expect(run).rejects.toThrow(new ConfigError('--notify-file clean.yaml/notify.json: cannot be written (its folder is a file)'));
  await expect(runCli(dir, ['wait', 'crp/x', '--notify-file', 'clean.yaml/notify.json'])).rejects.toThrow(ConfigError);
});

function kubeconfig(port: number): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'hub',
    clusters: [{ name: 'hub', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'me', user: { token: 'x' } }],
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'me' } }],
  });
}
