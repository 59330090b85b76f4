/** The status of a deployment, against a GitHub that checks every request against GitHub's own API description. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statusOf } from '../../src/action/deployment.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction, type ActionParts } from '../../src/action/run.ts';
import { ConfigError } from '../../src/errors.ts';
import type { Report } from '../../src/report.ts';
import { fakeIo } from '../support/process/fake-io.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const SHA = 'c0ffee0123456789abcdef0123456789abcdef01';
const RUN_ENV = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'contoso/fleet',
  GITHUB_RUN_ID: '42',
  GITHUB_RUN_ATTEMPT: '2',
};
const gate = { mode: 'gate', deployment: 'true', 'deployment-environment': 'europe', 'github-token': 'test-token' };

let server: GitHubServer;
/** Every way to GitHub that was opened; it is closed by aborting it. */
let ways: AbortController[];
beforeEach(async () => {
  ways = [];
  server = await startGitHub();
});
afterEach(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Setting {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly run: ActionParts['run'];
  readonly signal?: AbortSignal;
  readonly sha?: string | undefined;
}

async function act({ inputs = gate, run, signal = new AbortController().signal, sha = SHA }: Setting): Promise<ScriptedRunner> {
  const runner = { ...scriptedRunner(inputs), env: RUN_ENV };
  const access = { apiUrl: server.url, graphqlUrl: `${server.url}/graphql`, owner: 'contoso', repo: 'fleet' };
  const source = sha === '' ? {} : { source: { server: 'https://github.com', repository: 'contoso/fleet', sha } };
  const acted = runAction({
    runner,
    io: fakeIo({ cwd: '/', signal }),
    run,
    context: { ...access, job: 'Deploy/gate', place: { kind: 'none', why: 'a push has no pull request' }, ...source },
    openGitHub: (token) => {
      const way = new AbortController();
      ways.push(way);
      return Promise.resolve(gitHubClient({ ...access, token, signal: way.signal }));
    },
    fetchCommit: () => Promise.resolve(),
    cancelGrace: 2000,
    deploymentGrace: 10,
    commentGrace: 0,
  });
  await acted.catch(() => undefined);
  return runner;
}

const ends =
  (report: Report): ActionParts['run'] =>
  () =>
    Promise.resolve({ exitCode: report.exitCode, report });
const states = (): unknown[] => (server.deployments[0]?.statuses ?? []).map(({ state }) => state);

test('a deployment of the commit starts in progress and ends with the first line of the verdict', async () => {
  const runner = await act({ run: ends(fixture('gate-failed')) });
  expect(server.deployments).toHaveLength(1);
  const [{ request, statuses } = { request: {}, statuses: [] }] = server.deployments;
  expect(request).toEqual({
    ref: SHA,
    environment: 'europe',
    description: 'fleet-gate follows the rollout',
    auto_merge: false,
    required_contexts: [],
  });
  const log = { log_url: 'https://github.com/contoso/fleet/actions/runs/42/attempts/2' };
  expect(statuses).toEqual([
    { state: 'in_progress', description: 'following the rollout', ...log },
    {
      state: 'failure',
      description: expect.stringMatching(/^FAILED: ClusterResourcePlacement\/web on east-2 .*more cause\)$/) as unknown,
      ...log,
    },
  ]);
  expect(runner.outputs['deployment-id']).toBe('1');
  expect(runner.messages.filter((message) => message.startsWith('warning'))).toEqual([]);
});

test('a gate that outlasts its connection to GitHub ends its deployment over a new one', async () => {
  const run: ActionParts['run'] = async () => {
    await expect.poll(states).toEqual(['in_progress']);
    ways[0]?.abort();
    return { exitCode: 0, report: fixture('gate-passed') };
  };
  await act({ run });
  expect(states()).toEqual(['in_progress', 'success']);
});

test.each<[string, string, number, string]>([
  ['passed', 'passed', 0, 'success'],
  ['waitingForPerson', 'let through by on-approval: pass', 0, 'success'],
  ['failed', 'failed', 1, 'failure'],
  ['stuck', 'stuck', 12, 'failure'],
  ['timedOut', 'timed out', 70, 'failure'],
  ['waitingForPerson', 'waits for a person', 10, 'pending'],
  ['superseded', 'superseded', 11, 'inactive'],
  ['unreachable', 'not seen', 4, 'error'],
  ['notAllowed', 'access denied', 5, 'error'],
  ['nothingToDo', 'nothing to wait for', 3, 'error'],
  ['usage', 'wrong usage', 2, 'error'],
  ['cancelled', 'cancelled', 130, 'error'],
])('%s (%s, exit code %d) is %s', (outcome, _, exitCode, state) => {
  const report = { ...fixture('gate-passed'), outcome, exitCode, message: 'x' } as Report;
  expect(statusOf(report).state).toBe(state);
});

test('a description has at most 140 characters, and ends at a word', () => {
  const report: Report = { ...fixture('gate-passed'), outcome: 'usage', exitCode: 2, message: 'nineteen characters '.repeat(20) };
  const { description } = statusOf(report);
  expect(description.length).toBeLessThanOrEqual(140);
  expect(description).toMatch(/(nineteen|characters)…$/);
});

test('a run that ends without a verdict leaves no deployment in progress', async () => {
  await act({ run: () => Promise.reject(new ConfigError('`timeout`: "soon" is no duration')) });
  expect(states()).toEqual(['in_progress', 'error']);
  server.deployments.length = 0;
  await act({ run: () => Promise.reject(new TypeError('boom')) });
  expect(states()).toEqual(['in_progress', 'error']);
});

describe('a cancelled gate ends its deployment', () => {
  test('with the state at that time', async () => {
    const cancel = new AbortController();
    const run: ActionParts['run'] = (_, io) =>
      new Promise((resolve) => {
        io.signal.addEventListener('abort', () => resolve({ exitCode: 130, report: fixture('gate-cancelled') }), { once: true });
        cancel.abort();
      });
    await act({ run, signal: cancel.signal });
    expect(states()).toEqual(['in_progress', 'error']);
    expect(server.deployments[0]?.statuses[1]?.['description']).toMatch(/^CANCELLED: /);
  });

  test('if the tool does not answer any more, and a later verdict changes nothing', async () => {
    const cancel = new AbortController();
    const run: ActionParts['run'] = () => {
      cancel.abort();
      return new Promise(() => undefined);
    };
    const acting = act({ run, signal: cancel.signal });
    await expect.poll(states).toEqual(['in_progress', 'error']);
    await acting;
    expect(states()).toEqual(['in_progress', 'error']);
  });
});

describe('a verdict does not change if GitHub refuses', () => {
  // SECURITY.md: A gate with `deployment: true` needs
  test('the right to write deployments', async () => {
    server.trouble = { kind: 'forbidden', methods: ['POST'], path: /deployments/ };
    const runner = await act({ run: ends(fixture('gate-passed')) });
    expect(runner.messages.at(-1)).toMatch(
      /^warning: the deployment was not written: .*deployments: write.*The verdict does not change\.$/,
    );
    expect(runner.outputs).toMatchObject({ 'exit-code': '0' });
    expect(runner.outputs['deployment-id']).toBeUndefined();
  });

  test('the first status, and the last one is still written', async () => {
    server.trouble = { kind: 'broken', methods: ['POST'], path: /statuses/ };
    const run: ActionParts['run'] = async () => {
      await expect.poll(() => server.requests.some((request) => request.endsWith('/statuses'))).toBe(true);
      server.trouble = { kind: 'none', methods: [] };
      return { exitCode: 0, report: fixture('gate-passed') };
    };
    await act({ run });
    expect(states()).toEqual(['success']);
  });

  test('the last status, which is a warning', async () => {
    const run: ActionParts['run'] = async () => {
      await expect.poll(states).toEqual(['in_progress']);
      server.trouble = { kind: 'broken', methods: [] };
      return { exitCode: 0, report: fixture('gate-passed') };
    };
    const runner = await act({ run });
    expect(runner.messages.at(-1)).toContain('warning: the deployment was not written: GitHub answered 502');
  });

  test('a deployment because token and commit are missing', async () => {
    const without = await act({ run: ends(fixture('gate-passed')), inputs: { ...gate, 'github-token': '' } });
    expect(without.messages).toContain('warning: no deployment: there is no github-token');
    const nowhere = await act({ run: ends(fixture('gate-passed')), sha: '' });
    expect(nowhere.messages.at(-1)).toContain('the run says no commit');
    expect(server.requests).toEqual([]);
  });
});

test('without the input there is no deployment', async () => {
  await act({ run: ends(fixture('gate-passed')), inputs: { mode: 'gate', 'github-token': 'test-token' } });
  await act({ run: ends(fixture('gate-passed')), inputs: { ...gate, deployment: 'false', 'deployment-environment': '' } });
  expect(server.requests).toEqual([]);
});

test('the environment is the context of the hub if none is named', async () => {
  await act({
    run: ends(fixture('gate-passed')),
    inputs: { mode: 'gate', deployment: 'true', context: 'hub-eu', 'github-token': 'test-token' },
  });
  expect(server.deployments[0]?.request['environment']).toBe('hub-eu');
});

test.each([
  [{ mode: 'lint', deployment: 'true' }, 'input "deployment" means nothing with mode: lint'],
  [{ mode: 'lint', 'deployment-environment': 'x' }, 'input "deployment-environment" means nothing with mode: lint'],
  [{ mode: 'gate', deployment: 'true' }, 'input "deployment" needs the name of the environment'],
  [{ mode: 'gate', 'deployment-environment': 'x' }, 'goes with deployment: true'],
  [{ mode: 'gate', deployment: 'maybe' }, 'it takes true or false'],
])('%j is wrong usage, and creates no deployment', async (inputs, message) => {
  const runner = await act({ run: ends(fixture('gate-passed')), inputs });
  expect(runner.logged[0]).toContain(message);
  expect(runner.outputs['exit-code']).toBe('2');
  expect(server.requests).toEqual([]);
});
