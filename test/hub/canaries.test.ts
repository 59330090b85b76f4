/** `snapshot` of a hub with secrets at every place to which KubeFleet copies them. The file must not contain any of their values. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { readRecording } from '../support/recordings/recording.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { fleetGate, gateOf, kubeconfigOf } from './suite/fleet-gate.ts';
import { withHub } from './suite/pool.ts';
import { judgement } from './suite/judgement.ts';
import { gating } from './suite/recording-run.ts';

const STORY = 'v0.3.1/first-rollout-green';
const PLAIN = 'canary-correct-horse-battery';
const TOKEN = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"sub":"canary-token-of-a-member"}').toString('base64url')}.c2lnbmF0dXJlLWNhbmFyeQ`;
const KEY = `-----BEGIN RSA PRIVATE KEY-----\nY2FuYXJ5LXByaXZhdGUta2V5LW1hdGVyaWFs\n-----END RSA PRIVATE KEY-----`;
const CANARIES = [PLAIN, TOKEN, 'Y2FuYXJ5LXByaXZhdGUta2V5LW1hdGVyaWFs'];
const PLACEMENT = '/apis/placement.kubernetes-fleet.io/v1beta1';

describe.skipIf(isMissing(`recordings/${STORY}`))('snapshot', () => {
  it('contains no planted secret, and has the same result as the hub', () =>
    withHub('v0.3.1', async (hub) => {
      const set = await gating(hub, readRecording(STORY), { atEnd: true });
      try {
        const namespace = String(set.look[0]).split('/').at(-1) ?? '';
        await plant(hub, namespace);
        const how = { hub, cwd: set.folder };
        const kubeconfig = ['--kubeconfig', kubeconfigOf(hub, 'read-only')];
        const made = await fleetGate(['snapshot', ...kubeconfig, '--out', 'snapshot.yaml'], how);
        expect(made.code, made.err).toBe(0);
        const text = readFileSync(path.join(set.folder, 'snapshot.yaml'), 'utf8');
        // Proves that the planted objects were read.
        expect(text).toContain('planted-in-work');
        expect(text).toContain('planted-in-snapshot');
        for (const name of [
          'planted-in-config',
          'planted-as-bytes',
          'planted-packed',
          'planted-behind-an-anchor',
          'planted-in-an-override',
        ])
          expect(text).toContain(name);
        expect(statSync(path.join(set.folder, 'snapshot.yaml')).mode & 0o777).toBe(0o600);
        for (const canary of CANARIES.flatMap((plain) => [plain, Buffer.from(plain).toString('base64')]))
          expect(`${made.out}${made.err}${text}`.includes(canary), canary).toBe(false);
        for (const file of readdirSync(path.join(hub.folder, 'kubeconfigs'))) {
          const { users } = JSON.parse(readFileSync(path.join(hub.folder, 'kubeconfigs', file), 'utf8')) as {
            users: readonly { user: { token?: string } }[];
          };
          for (const { user } of users) if (user.token !== undefined) expect(text.includes(user.token), file).toBe(false);
        }
        const live = gateOf(await fleetGate(['diagnose', ...kubeconfig, '--format', 'json'], how));
        const kept = gateOf(await fleetGate(['diagnose', '--from', 'snapshot.yaml', '--format', 'json'], how));
        expect(judgement(kept)).toBe(judgement(live));
      } finally {
        await set.play.stop();
      }
    }));
});

/** Secrets and tokens on the hub itself, in a Work, in a resource snapshot and in annotations. */
async function plant(hub: Hub, namespace: string): Promise<void> {
  const secret = (name: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace,
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
          apiVersion: 'v1',
          kind: 'Secret',
          stringData: { password: PLAIN },
        }),
      },
    },
    data: Object.fromEntries(
      [
        ['password', PLAIN],
        ['token', TOKEN],
        ['key', KEY],
      ].map(([name_, value]) => [name_, Buffer.from(value ?? '').toString('base64')]),
    ),
  });
  await hub.api.must('POST', `/api/v1/namespaces/${namespace}/secrets`, { body: secret('planted') });
  const works = await hub.api.must('GET', `${PLACEMENT}/works`);
  const [work] = works.body.items as KubeObject[];
  await patch(hub, `${PLACEMENT}/namespaces/${work?.metadata.namespace ?? ''}/works/${work?.metadata.name ?? ''}`, [
    { op: 'add', path: '/spec/workload/manifests/-', value: secret('planted-in-work') },
    ...[configured(namespace), ...disguised(namespace)].map((value) => ({ op: 'add', path: '/spec/workload/manifests/-', value })),
  ]);
  const snapshots = await hub.api.must('GET', `${PLACEMENT}/clusterresourcesnapshots`);
  const [snapshot] = snapshots.body.items as KubeObject[];
  await patch(hub, `${PLACEMENT}/clusterresourcesnapshots/${snapshot?.metadata.name ?? ''}`, [
    { op: 'add', path: '/spec/selectedResources/-', value: secret('planted-in-snapshot') },
  ]);
}

/** A ConfigMap with a value that belongs in a Secret. */
function configured(namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'planted-in-config', namespace }, data: { token: TOKEN, key: KEY } };
}

/** Secrets in forms that a check of the kind alone does not recognize. */
function disguised(namespace: string): readonly KubeObject[] {
  const yaml = `kind: &kind Secret\nstringData: {password: ${PLAIN}}\n`;
  const config = (name: string, more: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
    ...more,
  });
  const rule = { clusterSelector: {}, jsonPatchOverrides: [{ op: 'add', path: '/data/s/stringData/password', value: PLAIN }] };
  return [
    config('planted-as-bytes', { binaryData: { s: Buffer.from(yaml).toString('base64') } }),
    config('planted-packed', { data: { release: gzipSync(yaml).toString('base64') } }),
    config('planted-behind-an-anchor', { data: { s: yaml } }),
    {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceOverride',
      metadata: { name: 'planted-in-an-override', namespace },
      spec: {
        resourceSelectors: [{ group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceEnvelope', name: 'e' }],
        policy: { overrideRules: [rule] },
      },
    },
  ];
}

async function patch(hub: Hub, at: string, operations: readonly object[]): Promise<void> {
  await hub.api.must('PATCH', at, { body: operations, contentType: 'application/json-patch+json' });
}
