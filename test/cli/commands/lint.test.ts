import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/commands/run.ts';
import { HUB_PROFILES } from '../../../src/fleet/kubefleet/kinds.ts';
import type { Report } from '../../../src/report.ts';
import { kubeconfigFile } from '../../support/hubs/connected-hub.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { startScriptedServer } from '../../support/hubs/scripted-server.ts';

const GOOD = `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: shop
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
---
apiVersion: v1
kind: Namespace
metadata:
  name: shop
`;
const BAD = GOOD.replace('spec:\n', 'spec:\n  policy:\n    placementType: PickSome\n');

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-cli-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

async function lint(...argv: string[]): Promise<{ exitCode: number; out: string; err: string; report: Report | undefined }> {
  const io = fakeIo({ cwd: dir, env: process.env });
  const { exitCode, report } = await run(['lint', ...argv], io);
  return { exitCode, out: io.out(), err: io.err(), report };
}

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

describe('lint', () => {
  it('passes a good tree, also if it equals its base', async () => {
    write('a.yaml', GOOD);
    expect((await lint()).exitCode).toBe(0);
  });

  it('fails on an error, with the cause first', async () => {
    write('a.yaml', BAD);
    const { exitCode, out } = await lint('a.yaml');
    expect(exitCode).toBe(1);
    expect(out.split('\n')[0]).toContain('PickSome');
  });

  it('checks the rest if one document is broken', async () => {
    write('broken.yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n data: {\n---\n${BAD}`);
    const { exitCode, report } = await lint();
    expect(exitCode).toBe(1);
    expect(new Set(report?.lint?.findings.map(({ rule }) => rule))).toEqual(new Set(['yaml-syntax', 'schema']));
  });

  it('exits 3 with a reason if there is nothing to check, in JSON as well', async () => {
    write('README.md', 'nothing');
    const { exitCode, err, out } = await lint('--format', 'json');
    expect(exitCode).toBe(3);
    expect(err).toBe('fleet-gate: there is no YAML or JSON file in .; name the folder that contains the manifests\n');
    expect(JSON.parse(out)).toMatchObject({ schema: 'report-v1', outcome: 'nothingToDo', exitCode: 3 });
    write('values.yaml', 'replicas: 3\n');
    expect((await lint()).err).toContain('1 file read, no Kubernetes object found');
  });

  it('never reports a tree with an error as clean, whatever decides the exit code', async () => {
    write('a.yaml', BAD);
    const { exitCode, report } = await lint('--fail-on', 'none');
    expect([exitCode, report?.outcome]).toEqual([0, 'findings']);
  });

  it('reports in JSON too that the hub cannot be reached', async () => {
    write('a.yaml', GOOD);
    const server = await startScriptedServer();
    // A login page is given up at once: what may heal would be asked again for half a minute.
    server.intercept = (_, response) => {
      response.writeHead(302, { Location: 'https://login.example' }).end();
      return true;
    };
    const { exitCode, out } = await lint('a.yaml', '--kubeconfig', kubeconfigFile(server.url), '--format', 'json');
    await server.close();
    expect(exitCode).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'unreachable', exitCode: 4, message: expect.stringContaining('127.0.0.1') });
  });

  it('writes several formats at the same time', async () => {
    write('a.yaml', BAD);
    const { out } = await lint('--format', 'json=out.json', '--format', 'sarif=out.sarif', '--format', 'github');
    expect(out).toMatch(/^::error file=a\.yaml,line=\d+/m);
    expect(JSON.parse(readFileSync(join(dir, 'out.json'), 'utf8'))).toMatchObject({ lint: { counts: { error: 1 } } });
    expect(JSON.parse(readFileSync(join(dir, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('adds the plan if it is requested and the clusters are known', async () => {
    write('a.yaml', GOOD);
    write(
      'clusters.yaml',
      '{apiVersion: cluster.kubernetes-fleet.io/v1, kind: MemberCluster, metadata: {name: europe-1}, spec: {identity: {kind: User, name: e}}}',
    );
    expect((await lint('a.yaml', '--plan', '--clusters', 'clusters.yaml')).report?.plan).toMatchObject({ clusters: 1 });
    expect((await lint('a.yaml', '--clusters', 'clusters.yaml')).report?.plan).toBeUndefined();
    expect((await lint('a.yaml', '--plan')).report?.plan).toBeUndefined();
  });

  it('reads standard input', async () => {
    const io = fakeIo({ cwd: dir, stdin: BAD });
    expect((await run(['lint', '-'], io)).exitCode).toBe(1);
  });

  it('reads the configuration file, and flags win over it', async () => {
    write('a.yaml', BAD);
    write('.fleet-gate.yaml', 'failOn: none\n');
    expect((await lint()).exitCode).toBe(0);
    expect((await lint('--fail-on', 'error')).exitCode).toBe(1);
  });

  it.each([
    [['--config', 'nowhere.yaml'], '--config nowhere.yaml: no such file'],
    [['nowhere'], 'nowhere'],
    [['--clusters', '.'], '--clusters .: a directory, not a file'],
    [['--config', 'clusters.config.yaml'], 'clusters in clusters.config.yaml: nowhere.yaml: no such file'],
    [['--target', 'ask'], `--target must be one of ${HUB_PROFILES.join(', ')}, not "ask"; did you mean aks?`],
    [['--now', 'yesterday'], '--now must be an RFC 3339 time such as 2027-01-31T12:00:00Z, not "yesterday"'],
    [['--fail-on-new'], '--fail-on-new needs a base to compare with: give --base REF or --base-dir DIR'],
    [
      ['--clusters', 'a.yaml'],
      '--clusters a.yaml: it contains no MemberCluster; write it with: fleet-gate clusters, or kubectl get memberclusters',
    ],
  ])('%j is one line of ConfigError', async (argv, message) => {
    write('a.yaml', GOOD);
    write('clusters.config.yaml', 'clusters: nowhere.yaml\n');
    await expect(lint(...argv)).rejects.toThrow(message);
  });
});

describe('lint with a base', () => {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: dir, stdio: 'pipe' });

  it('splits findings into new, unchanged and fixed, by content and not by line', async () => {
    git('init', '-q');
    write('old.yaml', BAD);
    write('sub/fixed.yaml', BAD.replace('name: shop\nspec', 'name: mended\nspec'));
    git('add', '-A');
    git('commit', '-qm', 'base');
    write('old.yaml', `# moved down by a line\n${BAD}`);
    write('sub/fixed.yaml', GOOD.replace('name: shop\nspec', 'name: mended\nspec').replace(/---[^]*/, ''));
    write('new.yaml', BAD.replace('name: shop\nspec', 'name: fresh\nspec').replace(/---[^]*/, ''));
    const { exitCode, report } = await lint('--base', 'HEAD', '--fail-on-new');
    const states = report?.lint?.findings.filter(({ rule }) => rule === 'schema').map(({ object, state }) => `${object?.name} ${state}`);
    expect(states?.toSorted()).toEqual(['fresh new', 'mended fixed', 'shop unchanged']);
    expect(exitCode).toBe(1);
    rmSync(join(dir, 'new.yaml'));
    expect((await lint('--base', 'HEAD', '--fail-on-new', 'old.yaml')).exitCode).toBe(0);
    expect((await lint('--base', 'HEAD', 'old.yaml')).exitCode).toBe(1);
  });

  it('shows the step if the ref is not in the clone', async () => {
    git('init', '-q');
    write('a.yaml', GOOD);
    await expect(lint('--base', 'origin/main')).rejects.toThrow(/^--base origin\/main: cannot be read here.*fetch-depth: 0/);
  });

  it('compares with another folder', async () => {
    write('head/a.yaml', BAD);
    write('base/a.yaml', BAD);
    const io = fakeIo({ cwd: join(dir, 'head') });
    const { report } = await run(['lint', '--base-dir', '../base'], io);
    expect(report?.lint?.findings.filter(({ rule }) => rule === 'schema').map(({ state }) => state)).toEqual(['unchanged']);
  });
});
