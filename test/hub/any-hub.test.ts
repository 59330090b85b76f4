/**
 * The live part: deploys to a real fleet of the user's choice and holds the shipped CLI against what its agents do.
 * HUB_KUBECONFIG: kubeconfig of the hub. MEMBER_KUBECONFIGS: `m1=path,m2=path`, for stories in which a member refuses something.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/object.ts';
import type { GateReport } from '../../src/report.ts';
import { fleetGate, gateOf } from './suite/fleet-gate.ts';

const run = promisify(execFile);
const HUB = process.env['HUB_KUBECONFIG'];
const MEMBERS = (process.env['MEMBER_KUBECONFIGS'] ?? '').split(',').flatMap((pair) => {
  const [cluster = '', kubeconfig = ''] = pair.split('=');
  return cluster === '' ? [] : [{ cluster, kubeconfig }];
});

describe('a hub of your choice', () => {
  if (HUB === undefined) {
    it('is not named in HUB_KUBECONFIG: the live part is skipped', () => {
      process.stdout.write('HUB_KUBECONFIG is not set: nothing is deployed to a real fleet\n');
      expect(HUB).toBeUndefined();
    });
    return;
  }
  const hub = HUB;

  it('passes a first rollout and then its next content, never the old one', () =>
    withStory('green', async (name, folder) => {
      await apply(hub, folder, deployOf(name, 'one'));
      const first = await gate(hub, folder);
      expect(first.outcome, JSON.stringify(first)).toBe('passed');
      await apply(hub, folder, deployOf(name, 'two'));
      const second = await gate(hub, folder);
      expect(second.outcome, JSON.stringify(second)).toBe('passed');
      expect(second.placements[0]?.freshness).toBe('proven');
      expect(Number(second.placements[0]?.snapshotIndex)).toBeGreaterThan(Number(first.placements[0]?.snapshotIndex));
    }));

  it('names a cluster that does not exist', () =>
    withStory('fixed', async (name, folder) => {
      const placement = { policy: { placementType: 'PickFixed', clusterNames: ['fleet-gate-live-no-such-cluster'] } };
      await apply(hub, folder, deployOf(name, 'one', placement));
      const report = await gate(hub, folder);
      expect(report.outcome).toBe('failed');
      expect(idsOf(report)).toContain('scheduled-fixed-clusters-missing');
    }));

  for (const { cluster, kubeconfig } of MEMBERS.slice(0, 1)) {
    it(`names ${cluster}, whose quota is used up, and the object`, () =>
      withStory('quota', async (name, folder) => {
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
        const quota = {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'none', namespace: name },
          spec: { hard: { 'count/configmaps': '0' } },
        };
        try {
          await apply(kubeconfig, folder, [namespace, quota], 'member.json');
          // The quota counts once its controller has looked.
          const used = ['-n', name, 'wait', 'resourcequota/none', '--for=jsonpath={.status.hard.count/configmaps}=0', '--timeout=60s'];
          await kubectl(kubeconfig, used);
          await apply(hub, folder, deployOf(name, 'one', { strategy: { applyStrategy: { whenToTakeOver: 'Always' } } }));
          const report = await gate(hub, folder);
          expect(report.outcome, JSON.stringify(report)).toBe('failed');
          expect(report.placements[0]?.diagnoses).toEqual(
            expect.arrayContaining([
              expect.objectContaining({ id: 'apply-quota-exceeded', cluster, object: expect.objectContaining({ kind: 'ConfigMap' }) }),
            ]),
          );
        } finally {
          await kubectl(kubeconfig, ['delete', 'namespace', name, '--ignore-not-found', '--wait=false']);
        }
      }));
  }
});

/** A namespace with a ConfigMap, placed on every cluster unless told otherwise. */
function deployOf(name: string, content: string, spec: object = {}): readonly KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'content', namespace: name }, data: { content } },
    {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacement',
      metadata: { name },
      spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }], ...spec },
    },
  ];
}

/** Runs with a name and a folder of its own; everything of that name is deleted in the end. */
async function withStory(story: string, tell: (name: string, folder: string) => Promise<void>): Promise<void> {
  const name = `fleet-gate-live-${story}-${Date.now().toString(36)}`;
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  // Failures of members count after half a minute here, not after five: nothing heals in these stories.
  writeFileSync(path.join(folder, '.fleet-gate.yaml'), 'gate:\n  grace:\n    member: 30s\n    scheduling: 30s\n');
  try {
    await tell(name, folder);
  } finally {
    await kubectl(HUB ?? '', ['delete', 'clusterresourceplacement', name, '--ignore-not-found', '--wait=false']);
    await kubectl(HUB ?? '', ['delete', 'namespace', name, '--ignore-not-found', '--wait=false']);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function apply(kubeconfig: string, folder: string, items: readonly object[], name = 'deploy.json'): Promise<void> {
  writeFileSync(path.join(folder, name), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  await kubectl(kubeconfig, ['apply', '-f', path.join(folder, name)]);
}

async function kubectl(kubeconfig: string, argv: readonly string[]): Promise<void> {
  await run('kubectl', ['--kubeconfig', path.resolve(kubeconfig), ...argv], { timeout: 120_000 });
}

async function gate(kubeconfig: string, folder: string): Promise<GateReport> {
  const argv = ['wait', '--kubeconfig', path.resolve(kubeconfig), '--manifests', 'deploy.json', '--timeout', '5m', '--format', 'json'];
  return gateOf(await fleetGate(argv, { cwd: folder, env: process.env, withinMs: 6 * 60_000 }));
}

function idsOf({ placements }: GateReport): readonly string[] {
  return placements.flatMap(({ diagnoses }) => diagnoses.map(({ id }) => id));
}
