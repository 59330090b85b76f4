/** The shipped Action as the runner starts it: environment, event file, summary and output files, and a GitHub to talk to. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { startGitHub, type GitHubServer } from '../support/github/github-server.ts';
import { commandsIn } from '../support/oracles/runner-commands.ts';

const ENTRY = join(import.meta.dirname, '../../dist/action.js');
const FAR_DEADLINES = join(import.meta.dirname, '../support/process/far-deadlines.ts');
const PLACEMENT = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  resourceSelectors:
    - group: ""
      kind: Namespace
      version: v1
      name: kube-system
  policy:
    placementType: PickAll
`;
const CLUSTERS = `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata:
  name: europe-1
spec:
  identity: {kind: ServiceAccount, name: europe-1, namespace: fleet-system}
`;
const pullEvent = (head: string): object => ({
  pull_request: { number: 7, head: { sha: 'c0ffee0', repo: { full_name: head } }, base: { repo: { full_name: 'contoso/fleet' } } },
});

let github: GitHubServer;
let dir: string;
beforeEach(async () => {
  github = await startGitHub();
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-action-'));
});
afterEach(async () => {
  await github.close();
  rmSync(dir, { recursive: true, force: true });
  expect(github.problems).toEqual([]);
});

interface Ended {
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

interface Started {
  readonly ended: Promise<Ended>;
  interrupt(): void;
  /** Resolves when the log holds the text. */
  said(text: string): Promise<void>;
}

function start(eventName: string, event: object, inputs: Readonly<Record<string, string>>): Started {
  for (const file of ['summary', 'output']) writeFileSync(join(dir, file), '');
  writeFileSync(join(dir, 'event.json'), JSON.stringify(event));
  const all: Readonly<Record<string, string>> = { mode: 'lint', comment: 'always', 'github-token': 'test-token', ...inputs };
  const child = spawn(process.execPath, ['--import', FAR_DEADLINES, ENTRY], {
    cwd: dir,
    env: {
      PATH: process.env['PATH'],
      HOME: dir,
      ...Object.fromEntries(Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      GITHUB_EVENT_NAME: eventName,
      GITHUB_EVENT_PATH: join(dir, 'event.json'),
      GITHUB_STEP_SUMMARY: join(dir, 'summary'),
      GITHUB_OUTPUT: join(dir, 'output'),
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'contoso/fleet',
      GITHUB_SHA: 'abc',
      GITHUB_WORKSPACE: dir,
      GITHUB_WORKFLOW: 'Deploy',
      GITHUB_JOB: 'gate',
    },
  });
  let log = '';
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      for (const wake of waiting) wake();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) =>
      resolve({ code, log, summary: readFileSync(join(dir, 'summary'), 'utf8'), outputs: outputsOf(join(dir, 'output')) }),
    );
  });
  return {
    ended,
    interrupt: () => void child.kill('SIGINT'),
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (log.includes(text)) resolve();
        };
        waiting.push(look);
        child.on('close', () => reject(new Error(`ended before saying "${text}":\n${log}`)));
        look();
      }),
  };
}

/** `name<<delimiter`, lines, `delimiter`: the toolkit's form of an output. */
function outputsOf(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^(.+)<<(ghadelimiter_.+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );
}

describe('a workflow that names its paths from the workspace', () => {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: dir, stdio: 'pipe' });
  const web = (policy: string): string =>
    `${PLACEMENT.replace('kube-system', 'web').replace('placementType: PickAll', policy)}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: web}\n`;

  test('compares them with the base, and annotates them from its root', async () => {
    mkdirSync(join(dir, 'deploy'));
    writeFileSync(join(dir, 'deploy/web.yaml'), web('placementType: PickAll'));
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'base');
    writeFileSync(join(dir, 'deploy/web.yaml'), web('placementType: PickN\n    numberOfClusters: 1'));
    const inputs = { paths: join(dir, 'deploy'), base: 'HEAD', 'sarif-file': 'out/report.sarif', comment: 'never' };
    const { code, log, outputs } = await start('push', {}, inputs).ended;
    expect(code, log).toBe(1);
    expect(commandsIn(log)).toEqual(expect.arrayContaining([annotation({ file: 'deploy/web.yaml', title: 'refused-change' })]));
    expect(readFileSync(join(dir, outputs['sarif-file'] ?? ''), 'utf8')).toContain('"uri": "deploy/web.yaml"');
  });

  test('shows what the change removes from clusters, in a comment although it passes', async () => {
    mkdirSync(join(dir, 'deploy'));
    writeFileSync(join(dir, 'deploy/web.yaml'), web('placementType: PickAll'));
    writeFileSync(join(dir, 'deploy/ns.yaml'), 'apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n');
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'base');
    rmSync(join(dir, 'deploy/web.yaml'));
    const inputs = { paths: join(dir, 'deploy'), base: 'HEAD', comment: 'on-failure' };
    const { code, log } = await start('pull_request', pullEvent('contoso/fleet'), inputs).ended;
    expect(code, log).toBe(0);
    expect(github.comments[0]?.body).toContain('removes ClusterResourcePlacement/web from its clusters');
    expect((await start('pull_request', pullEvent('contoso/fleet'), { ...inputs, 'fail-on-removal': 'any' }).ended).code).toBe(2);
  });
});

test('a placement that cannot be checked ends with 6 unless the input allows it', async () => {
  writeFileSync(join(dir, 'web.yaml'), PLACEMENT.replace('name: web', 'name: {{ .name }}'));
  const { code, log, outputs } = await start('push', {}, { paths: 'web.yaml', comment: 'never' }).ended;
  expect(code, log).toBe(6);
  expect(outputs).toMatchObject({ outcome: 'notEvaluated', 'exit-code': '6' });
  expect(commandsIn(log)).toEqual(expect.arrayContaining([annotation({ file: 'web.yaml', line: '1' })]));
  const passed = await start('push', {}, { paths: 'web.yaml', comment: 'never', 'fail-on-not-evaluated': 'false' }).ended;
  expect([passed.code, passed.outputs['outcome']]).toEqual([0, 'clean']);
  writeFileSync(join(dir, 'values.yaml'), 'a: 1\n');
  expect((await start('push', {}, { paths: 'values.yaml', comment: 'never', 'allow-nothing': 'true' }).ended).code).toBe(0);
});

describe('lint of a pull request', () => {
  test('writes summary, annotations, outputs, files and comment', async () => {
    writeFileSync(join(dir, 'web.yaml'), PLACEMENT);
    writeFileSync(join(dir, 'clusters.yaml'), CLUSTERS);
    const inputs = { paths: 'web.yaml', clusters: 'clusters.yaml', 'report-file': 'report.json', 'sarif-file': 'report.sarif' };
    const { code, log, summary, outputs } = await start('pull_request', pullEvent('contoso/fleet'), inputs).ended;
    expect(code, log).toBe(1);
    expect(summary).toContain(' failed');
    expect(summary).toContain('https://github.com/contoso/fleet/blob/c0ffee0/web.yaml#L');
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('web.yaml');
    expect(github.comments[0]?.body).toContain('**Plan** over 1 cluster: 1 placement');
    expect(commandsIn(log)).toEqual(expect.arrayContaining([annotation({ file: 'web.yaml' })]));
    expect(log).toContain('::add-mask::test-token');
    expect(outputs).toMatchObject({
      outcome: 'findings',
      'exit-code': '1',
      'failed-placements': '[]',
      'report-file': 'report.json',
      'comment-id': '1000',
    });
    const report = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as { schema: string; lint: { counts: { error: number } } };
    expect(report.schema).toBe('report-v1');
    expect(outputs['errors']).toBe(String(report.lint.counts.error));
    expect(readFileSync(join(dir, 'report.sarif'), 'utf8')).toContain('"version": "2.1.0"');
  });

  test('of a fork has everything but the comment', async () => {
    writeFileSync(join(dir, 'web.yaml'), PLACEMENT);
    const { code, log, summary } = await start('pull_request', pullEvent('someone/fleet'), {}).ended;
    expect(code, log).toBe(1);
    expect(summary).toContain(' failed');
    expect(log).toContain("::notice title=fleet-gate::no comment: the token of a fork's pull request may only read");
    expect(github.requests).toEqual([]);
  });

  test('keeps its verdict if GitHub refuses the comment', async () => {
    writeFileSync(join(dir, 'web.yaml'), PLACEMENT);
    github.trouble = { kind: 'forbidden', methods: ['POST'] };
    const { code, log, outputs } = await start('pull_request', pullEvent('contoso/fleet'), {}).ended;
    expect(code, log).toBe(1);
    expect(log).toContain('::warning title=fleet-gate::the comment was not written');
    expect(outputs['outcome']).toBe('findings');
  });
});

test('wrong usage is one line and exit code 2', async () => {
  const { code, log, summary } = await start('push', {}, { manifests: 'web.yaml' }).ended;
  expect(code).toBe(2);
  expect(log).toContain(
    '::error title=fleet-gate%3A WRONG USAGE::input "manifests" means nothing with mode: lint; set mode: gate or remove the input\n',
  );
  expect(log).not.toContain('    at ');
  expect(summary).toContain('wrong usage');
});

describe('gate after a push', () => {
  let hub: EmbeddedHub;
  beforeEach(async () => {
    hub = await startEmbeddedHub();
    writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
  });
  afterEach(() => hub.close());

  test('R44 cancelled: verdict as it stands, on the pull request that was merged', async () => {
    github.pulls.push({ number: 3, state: 'closed', headSha: 'aaa', mergeCommitSha: 'abc' });
    hub.store.put({
      apiVersion: 'placement.kubernetes-fleet.io/v1',
      kind: 'ClusterResourcePlacement',
      metadata: { name: 'web', generation: 1, uid: 'u-1', creationTimestamp: '2026-11-20T03:00:00Z' },
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }], policy: { placementType: 'PickAll' } },
      status: {},
    });
    const run = start('push', {}, { mode: 'gate', kubeconfig: 'kubeconfig', placements: 'crp/web', timeout: '10m' });
    await run.said('waiting for');
    run.interrupt();
    const { code, log, summary, outputs } = await run.ended;
    expect(code, log).toBe(130);
    expect(summary).toContain('cancelled');
    expect(outputs).toMatchObject({ outcome: 'cancelled', 'failed-placements': '["ClusterResourcePlacement/web"]' });
    expect(github.comments).toMatchObject([{ pull: 3, author: 'github-actions[bot]' }]);
    expect(github.comments[0]?.body).toContain('cancelled');
  });

  test('that gets no access to the hub is not a failure of the placement', async () => {
    hub.changeToken('other');
    const { code, log, outputs } = await start('push', {}, { mode: 'gate', kubeconfig: 'kubeconfig', placements: 'crp/web' }).ended;
    expect(code, log).toBe(5);
    expect(outputs['outcome']).toBe('notAllowed');
  });
});

function annotation(properties: Readonly<Record<string, string>>): unknown {
  return expect.objectContaining({ name: 'error', properties: expect.objectContaining(properties) as unknown });
}
