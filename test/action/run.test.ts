import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommentPlace } from '../../src/action/event.ts';
import { gitHubClient } from '../../src/action/github-client.ts';
import { runAction, type ActionParts } from '../../src/action/run.ts';
import type { Io } from '../../src/cli/process/io.ts';
import { ConfigError } from '../../src/errors.ts';
import type { Report } from '../../src/report.ts';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { HANG_LIMIT } from '../support/hang-limit.ts';
import { scriptedRunner, type ScriptedRunner } from '../support/github/scripted-runner.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const fixture = (name: string): Report =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/report/${name}.json`), 'utf8')) as Report;
const failed = fixture('gate-failed');
let server: GitHubServer;

beforeEach(async () => {
  server = await startGitHub();
});
afterEach(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

interface Setup {
  readonly runner: ScriptedRunner;
  readonly place?: CommentPlace;
  readonly run?: ActionParts['run'];
  readonly report?: Report;
  readonly signal?: AbortSignal;
}

function partsOf({
  runner,
  place = { kind: 'pull', number: 7 },
  report = failed,
  run,
  signal = new AbortController().signal,
}: Setup): ActionParts {
  const silent = { write: () => {}, isTTY: false, columns: 80, rows: 24 };
  const io: Io = {
    env: {},
    cwd: '/',
    stdout: silent,
    stderr: silent,
    stdin: () => Promise.resolve(''),
    signal,
    now: () => new Date(0),
    secrets: new KnownSecrets(),
  };
  const context = {
    apiUrl: server.url,
    graphqlUrl: `${server.url}/graphql`,
    owner: 'contoso',
    repo: 'fleet',
    job: 'Deploy/gate',
    place,
    source: { server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0' },
  };
  return {
    runner,
    context,
    io,
    run: run ?? (() => Promise.resolve({ exitCode: report.exitCode, report })),
    fetchCommit: () => Promise.resolve(),
    openGitHub: (token) => Promise.resolve(gitHubClient({ ...context, token, signal: AbortSignal.timeout(HANG_LIMIT) })),
    cancelGrace: 20,
    deploymentGrace: 10,
    commentGrace: 0,
  };
}

const gate = { mode: 'gate', comment: 'on-failure', 'github-token': 'test-token' };

describe('a change that removes something from clusters', () => {
  const passed = fixture('lint-clean');
  const removals: Report['removals'] = [
    {
      kind: 'placement',
      object: { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterResourcePlacement', name: 'web' },
      clusters: ['e1'],
      resources: [],
    },
  ];

  test('is commented on although it passes, and comes first', async () => {
    const runner = scriptedRunner({ mode: 'lint', comment: 'on-failure', 'github-token': 'test-token' });
    expect(await runAction(partsOf({ runner, report: { ...passed, removals } }))).toBe(0);
    const [comment] = server.comments;
    expect(comment?.body).toContain('**removes ClusterResourcePlacement/web from e1; no findings');
    expect(comment?.body.indexOf('Removed from clusters')).toBeLessThan(comment?.body.indexOf('fleet-gate 0') ?? 0);
  });

  test('shows its effect on the objects of clusters, and drops that part before any finding', async () => {
    const report = fixture('plan-diff');
    const inputs = { mode: 'lint', comment: 'always', 'github-token': 'test-token' };
    await runAction(partsOf({ runner: scriptedRunner(inputs), report }));
    expect(server.comments[0]?.body).toContain('```diff\n@@ -7,3 +7,3 @@\n spec:\n-  replicas: 2\n+  replicas: 3\n');
    const [first, ...others] = report.plan?.placements ?? [];
    const long = first?.diff?.map((entry) => ({ ...entry, lines: Array.from({ length: 1000 }, () => `+${'x'.repeat(500)}`) })) ?? [];
    const crowd = Array.from({ length: 40 }, (_, index) => ({ ...others[0], object: { ...others[0]?.object, name: `tools-${index}` } }));
    const plan = { ...report.plan, placements: [{ ...first, diff: long }, ...crowd] } as NonNullable<Report['plan']>;
    await runAction(partsOf({ runner: scriptedRunner(inputs), report: { ...report, plan } }));
    const body = server.comments[0]?.body ?? '';
    expect(body).not.toContain('```diff');
    expect(body).toContain('5 objects change on 12 clusters');
    expect(body).toContain('What changes of 42 placements does not fit here');
    // Everything else is there.
    expect(body).toContain('crp/tools-39');
    expect(body).toContain('ClusterResourcePlacement/old-tools is no longer in the deployed manifests');
    expect(body).toContain('not picked before (cluster does not match');
  });

  test('is the only reason for a comment on a pass', async () => {
    const runner = scriptedRunner({ mode: 'lint', comment: 'on-failure', 'github-token': 'test-token' });
    expect(await runAction(partsOf({ runner, report: passed }))).toBe(0);
    expect(server.comments).toEqual([]);
  });

  test('is not commented on if comments are disabled', async () => {
    const runner = scriptedRunner({ mode: 'lint', comment: 'never', 'github-token': 'test-token' });
    await runAction(partsOf({ runner, report: { ...passed, removals } }));
    expect(server.comments).toEqual([]);
  });
});

test('the tool knows the address of the checked files', async () => {
  const told: unknown[] = [];
  const run: ActionParts['run'] = (_argv, io) => {
    told.push(io.source);
    return Promise.resolve({ exitCode: failed.exitCode, report: failed });
  };
  await runAction(partsOf({ runner: scriptedRunner(gate), run }));
  expect(told).toEqual([{ server: 'https://github.com', repository: 'contoso/fleet', sha: 'c0ffee0' }]);
});

test('wrong inputs are reported in the requested files', async () => {
  const folder = temporaryFolder();
  const files = { 'report-file': 'out/report.json', 'sarif-file': 'report.sarif' };
  const runner = scriptedRunner({ mode: 'gat', ...files });
  const parts = partsOf({ runner });
  expect(await runAction({ ...parts, io: { ...parts.io, cwd: folder } })).toBe(2);
  const message = expect.stringContaining('"mode" is "gat"') as unknown;
  expect(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))).toMatchObject({ outcome: 'usage', exitCode: 2, message });
  expect(readFileSync(join(folder, 'report.sarif'), 'utf8')).toContain('WRONG USAGE');
  expect(runner.outputs).toMatchObject({ outcome: 'usage', 'report-file': '', 'sarif-file': '' });
});

describe('a failed gate', () => {
  test('is shown everywhere, the summary first and the comment last', async () => {
    const runner = scriptedRunner(gate);
    expect(await runAction(partsOf({ runner }))).toBe(1);
    expect(runner.steps).toEqual([
      'secret',
      'summary',
      'log',
      ...['outcome', 'exit-code', 'errors', 'warnings', 'report-file', 'sarif-file', 'html-file', 'failed-placements', 'comment-id'].map(
        (name) => `output ${name}`,
      ),
    ]);
    expect(runner.outputs).toMatchObject({
      outcome: 'failed',
      'exit-code': '1',
      'failed-placements': '["ClusterResourcePlacement/web"]',
      'comment-id': '1000',
    });
    expect(runner.summaries[0]).toContain(' failed');
    expect(runner.logged[0]).toMatch(/^::error title=fleet-gate%3A FAILED::/);
    expect(server.comments[0]?.body).toContain('Another manager owns fields');
  });

  test('is commented on even if outputs cannot be written, and each is tried', async () => {
    const runner = scriptedRunner(gate);
    const tried: string[] = [];
    const full = {
      ...runner,
      output: (name: string): void => {
        tried.push(name);
        throw new Error('ENOSPC: no space left on device, write');
      },
    };
    expect(await runAction({ ...partsOf({ runner }), runner: full })).toBe(1);
    expect(tried).toHaveLength(9);
    expect(runner.messages).toContain('warning: the output exit-code could not be written (ENOSPC: no space left on device, write)');
    expect(server.comments).toHaveLength(1);
  });

  test('R49 stays failed, and says why there is no comment, if GitHub refuses one', async () => {
    server.trouble = { kind: 'forbidden', methods: ['POST'] };
    const runner = scriptedRunner(gate);
    expect(await runAction(partsOf({ runner }))).toBe(1);
    expect(runner.messages.at(-1)).toMatch(/^warning: the comment was not written: .*pull-requests: write/);
    expect(runner.outputs['comment-id']).toBeUndefined();
  });

  test('of a fork has its summary, and a notice instead of a comment', async () => {
    const runner = scriptedRunner(gate);
    expect(await runAction(partsOf({ runner, place: { kind: 'none', why: 'the token may only read' } }))).toBe(1);
    expect(runner.summaries).toHaveLength(1);
    expect(runner.messages.at(-1)).toBe('notice: no comment: the token may only read');
    expect(server.requests).toEqual([]);
  });

  test('is reported even if the summary cannot be written', async () => {
    const runner = scriptedRunner(gate, new Error('ENOSPC'));
    expect(await runAction(partsOf({ runner }))).toBe(1);
    expect(runner.messages).toContain('warning: the job summary could not be written (ENOSPC)');
    expect(server.comments).toHaveLength(1);
  });
});

test('a passed gate corrects the comment of the failed one, and does not create one', async () => {
  const report = fixture('gate-passed');
  await runAction(partsOf({ runner: scriptedRunner(gate), report }));
  expect(server.comments).toEqual([]);
  await runAction(partsOf({ runner: scriptedRunner(gate) }));
  expect(await runAction(partsOf({ runner: scriptedRunner(gate), report }))).toBe(0);
  expect(server.comments).toHaveLength(1);
  expect(server.comments[0]?.body).toContain('passed');
});

test('R50 the same gate writes nothing new the second time', async () => {
  await runAction(partsOf({ runner: scriptedRunner(gate) }));
  const runner = scriptedRunner(gate);
  await runAction(partsOf({ runner }));
  expect(runner.outputs['comment-id']).toBe('1000');
  expect(server.requests.filter((request) => /^(POST|PATCH) \/repos/.test(request))).toHaveLength(1);
});

test('there is no comment and no summary if both are disabled', async () => {
  const runner = scriptedRunner({ mode: 'gate', summary: 'false', 'github-token': 'test-token' });
  await runAction(partsOf({ runner }));
  expect(runner.summaries).toEqual([]);
  expect(server.requests).toEqual([]);
});

describe('wrong usage', () => {
  test('of an input is one line, in summary, log and outputs', async () => {
    const runner = scriptedRunner({ mode: 'gte' });
    expect(await runAction(partsOf({ runner }))).toBe(2);
    expect(runner.logged[0]).toBe(
      '::error title=fleet-gate%3A WRONG USAGE::input "mode" is "gte"; it takes lint, ready, gate, approve, watch, comment\n',
    );
    expect(runner.summaries[0]).toContain('it takes lint, ready, gate, approve, watch, comment');
    expect(runner.outputs).toMatchObject({ outcome: 'usage', 'exit-code': '2' });
  });

  test('of another input than the mode is also in the comment of the mode', async () => {
    const runner = scriptedRunner({ ...gate, 'allow-partial': 'yes' });
    expect(await runAction(partsOf({ runner }))).toBe(2);
    expect(runner.summaries[0]).toContain('gate: wrong usage');
    expect(server.comments[0]?.body).toContain('it takes true or false');
  });

  test('that the tool finds is shown in the same way', async () => {
    const runner = scriptedRunner(gate);
    const run: ActionParts['run'] = (_, __, named) => Promise.reject(new ConfigError(`${named('timeout')}: "soon" is no duration`));
    expect(await runAction(partsOf({ runner, run }))).toBe(2);
    expect(runner.logged[0]).toContain('`timeout`: "soon" is no duration');
    expect(server.comments[0]?.body).toContain('is no duration');
    expect(server.comments[0]?.body).not.toContain('--timeout');
  });
});

test('a bug keeps its stack and is reported in the summary', async () => {
  const runner = scriptedRunner(gate);
  await expect(runAction(partsOf({ runner, run: () => Promise.reject(new TypeError('boom')) }))).rejects.toThrow('boom');
  expect(runner.summaries[0]).toContain('nothing was checked');
});

describe('a cancelled run is reported', () => {
  test('with the state at that time', async () => {
    const cancel = new AbortController();
    const run: ActionParts['run'] = (_, io) =>
      new Promise((resolve) => {
        io.signal.addEventListener('abort', () => resolve({ exitCode: 130, report: fixture('gate-cancelled') }), { once: true });
        cancel.abort();
      });
    const runner = scriptedRunner(gate);
    expect(await runAction(partsOf({ runner, run, signal: cancel.signal }))).toBe(130);
    expect(server.comments[0]?.body).toContain('cancelled');
  });

  test('if the tool does not answer any more', async () => {
    const runner = scriptedRunner(gate);
    expect(await runAction(partsOf({ runner, run: () => new Promise(() => {}), signal: AbortSignal.abort() }))).toBe(130);
    expect(runner.outputs['outcome']).toBe('cancelled');
    expect(runner.summaries[0]).toContain('cancelled before there was a verdict');
  });
});

describe('links', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'contoso/fleet', GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: '2' };
  const page = 'https://github.com/contoso/fleet/actions/runs/42/attempts/2';
  let folder: string;
  let wanted: Readonly<Record<string, string>>;
  beforeEach(() => {
    folder = temporaryFolder();
    wanted = { ...gate, comment: 'always', 'report-file': 'out/report.json', 'notify-file': join(folder, 'notify.json') };
  });
  const notified = (): unknown => JSON.parse(readFileSync(join(folder, 'notify.json'), 'utf8'));

  test('to the run and the name of the report are at the end of summary and comment', async () => {
    const runner = { ...scriptedRunner(wanted), env };
    await runAction(partsOf({ runner }));
    for (const text of [runner.summaries[0], server.comments[0]?.body]) {
      expect(text?.trimEnd().split('\n').at(-1)).toBe(
        `fleet-gate 0.1.0 (wait) · commit <code>c0ffee0</code> · [this run](<${page}>) · report <code>out/report.json</code>`,
      );
    }
  });

  test('to the run are in a comment that is cut', async () => {
    const [placement] = failed.gate?.placements ?? [];
    if (failed.gate === undefined || placement === undefined) throw new Error('the fixture is gone');
    const clusters = Array.from({ length: 400 }, (_, index) => ({ name: `c${index}`, verdict: 'failed', stage: 'Applied' }) as const);
    const placements = Array.from({ length: 40 }, () => ({ ...placement, clusters }));
    await runAction(partsOf({ runner: { ...scriptedRunner(wanted), env }, report: { ...failed, gate: { ...failed.gate, placements } } }));
    expect(server.comments[0]?.body).toMatch(new RegExp(String.raw`fits? here; \[the log of the run\]\(<${page}>\) (?:has|and the file)`));
  });

  test('to run, pull request, comment and report are in the notification', async () => {
    const runner = { ...scriptedRunner(wanted), env };
    await runAction(partsOf({ runner }));
    const pull = 'https://github.com/contoso/fleet/pull/7';
    expect(notified()).toMatchObject({
      schema: 'notify-v1',
      outcome: 'failed',
      exitCode: 1,
      repository: 'contoso/fleet',
      sha: 'c0ffee0',
      pullRequest: 7,
      links: { run: page, pullRequest: pull, comment: `${pull}#issuecomment-1000`, report: 'out/report.json' },
    });
    expect(runner.outputs['notify-file']).toBe(wanted['notify-file']);
    expect(runner.steps.at(-1)).toBe('output notify-file');
  });

  test('are in a notification of wrong usage too, and one that cannot be written is a warning', async () => {
    const wrong = scriptedRunner({ ...wanted, mode: 'gte' });
    expect(await runAction(partsOf({ runner: wrong }))).toBe(2);
    expect(notified()).toMatchObject({ outcome: 'usage', exitCode: 2 });
    const runner = scriptedRunner({ ...wanted, 'notify-file': folder });
    expect(await runAction(partsOf({ runner }))).toBe(1);
    expect(runner.messages.at(-1)).toMatch(/^warning: the notification was not written \(.+\)\. The verdict does not change\.$/);
    expect(runner.outputs['notify-file']).toBeUndefined();
  });
});
