import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedHub, type EmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { deployedManifests, shopStory } from '../../src/demo/story/shop-story.ts';
import type { Report } from '../../src/report.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'fleet-gate-e2e-'));
  mkdirSync(join(dir, 'deploy'));
  writeFileSync(join(dir, 'deploy/all.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: deployedManifests() }));
});
afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the shipped CLI as a user would; `onLine` sees each line of standard error. */
function start(
  argv: readonly string[],
  options: { stdin?: string; onLine?: (line: string, kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...argv], { cwd: dir, env: { PATH: process.env['PATH'], HOME: dir } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk);
    for (const line of String(chunk).split('\n')) options.onLine?.(line, (signal) => child.kill(signal));
  });
  child.stdin.end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

async function withHub<T>(use: (hub: EmbeddedHub, kubeconfig: string) => Promise<T>): Promise<T> {
  const hub = await startEmbeddedHub();
  try {
    const kubeconfig = join(dir, `kubeconfig-${new URL(hub.url).port}`);
    writeFileSync(kubeconfig, hub.kubeconfig(), { mode: 0o600 });
    return await use(hub, kubeconfig);
  } finally {
    await hub.close();
  }
}

// At the same time: they wait for hubs and budgets more than they compute.
describe.concurrent('the shipped CLI', () => {
  it('gates a rollout: it does not pass at the false green, names the failure and exits with 1', async () => {
    const { code, out, err } = await withHub((hub, kubeconfig) => {
      hub.play(shopStory());
      return start(['wait', '--kubeconfig', kubeconfig, '--manifests', 'deploy', '--settle', '10m', '--format', 'json']);
    });
    const report = JSON.parse(out) as Report;
    expect(code, err).toBe(1);
    expect(report.outcome).toBe('failed');
    const verdicts = report.gate?.placements.map(({ object, verdict }) => `${object.name} ${verdict}`);
    expect(verdicts?.toSorted()).toEqual(['billing failed', 'storefront passed']);
    expect(report.gate?.placements.flatMap(({ diagnoses }) => diagnoses.map(({ id, cluster }) => `${id} ${cluster}`))).toContain(
      'apply-owned-by-other-controller oslo',
    );
    expect(err).toContain('ClusterResourcePlacement/storefront');
  });

  it('has the same result for a snapshot of that hub, which contains no token', async () => {
    const { code, out } = await withHub(async (hub, kubeconfig) => {
      await hub.play(shopStory()).done;
      const snapshot = await start(['snapshot', '--kubeconfig', kubeconfig, '--manifests', 'deploy', '--out', 'snapshot.yaml']);
      expect(snapshot.err).toContain('fleet-gate diagnose --from snapshot.yaml');
      expect(readFileSync(join(dir, 'snapshot.yaml'), 'utf8')).not.toContain(hub.token);
      return start(['diagnose', '--from', 'snapshot.yaml', '--format', 'json']);
    });
    expect(code).toBe(1);
    const ids = (JSON.parse(out) as Report).gate?.placements.flatMap(({ diagnoses }) =>
      diagnoses.map(({ id, cluster }) => `${id} ${cluster}`),
    );
    expect(ids).toContain('apply-owned-by-other-controller oslo');
  });

  it('ends with the current state if it is cancelled', async () => {
    let cancelled = false;
    const ended = await withHub((hub, kubeconfig) => {
      hub.play(shopStory().slice(0, 1));
      return start(['wait', '--kubeconfig', kubeconfig, '--manifests', 'deploy', '--format', 'json'], {
        onLine: (line, kill) => {
          // A second signal means "now" and would cut the report.
          if (cancelled || !line.includes('ClusterResourcePlacement')) return;
          cancelled = true;
          kill('SIGINT');
        },
      });
    });
    expect(ended.code).toBe(130);
    expect((JSON.parse(ended.out) as Report).outcome).toBe('cancelled');
  });

  it('exits with 4 and one line if the hub does not answer', async () => {
    const kubeconfig = await withHub((_, file) => Promise.resolve(file));
    const { code, out } = await start(['wait', 'crp/storefront', '--kubeconfig', kubeconfig, '--format', 'text']);
    expect(code).toBe(4);
    expect(out.split('\n')[0]).toMatch(/127\.0\.0\.1/);
  });

  it('exits with 5 and prints the missing role if it may not read', async () => {
    const { code, out, err } = await withHub((hub, kubeconfig) => {
      hub.faults.denies = () => true;
      return start(['wait', 'crp/storefront', '--kubeconfig', kubeconfig]);
    });
    expect(code, out + err).toBe(5);
    expect(out + err).toContain('ClusterRole');
  });

  it.each([
    [['lint', '--tmeout', '1m'], 2, 'unknown flag --tmeout'],
    [['wait'], 2, ''],
    [['lint', 'empty'], 2, 'empty'],
    [['wait', 'pod/x', '--kubeconfig', 'nowhere'], 2, ''],
    [['explain', 'overlaping-placements'], 2, 'did you mean overlapping-placements?'],
  ])('%j: exit code %i, one line', async (argv, code, message) => {
    const ended = await start(argv);
    expect(ended.code, ended.err).toBe(code);
    expect(ended.err.trim().split('\n')).toHaveLength(1);
    expect(ended.err).toContain(message);
    expect(ended.err).not.toContain('    at ');
  });

  it('lints standard input, and a reader that stops reading is not a failure', async () => {
    const { code, out } = await start(['lint', '-', '--format', 'json'], {
      stdin: 'apiVersion: fleet.azure.com/v1alpha1\nkind: MemberCluster\nmetadata: {name: a}\nspec: {identity: {kind: User, name: a}}\n',
    });
    expect(code).toBe(1);
    expect((JSON.parse(out) as Report).lint?.findings.map(({ rule }) => rule)).toContain('api-version-not-served');
  });

  it('starts the demo and ends well within its time', async () => {
    const { code, out, err } = await start(['demo', '--out', 'demo.md']);
    expect(code, out + err).toBe(0);
    expect(out).toContain('condition met');
    expect(readFileSync(join(dir, 'demo.md'), 'utf8')).toContain('apply-owned-by-other-controller');
  });
});
