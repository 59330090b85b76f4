/** `ready` and `watch --manifests` with only the role of `docs/rbac.md` on a member, and with one resource less. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rightsByPurpose } from '../../scripts/gen/sources/rights-by-purpose.ts';
import { displayName, type KubeObject } from '../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../src/report.ts';
import { isMissing } from '../support/truth.ts';
import type { Hub } from './rig/hub.ts';
import { userKubeconfig } from './rig/kubeconfigs.ts';
import type { User } from './rig/users.ts';
import { create } from './suite/create-object.ts';
import { fleetGate, kubeconfigOf, workFolder } from './suite/fleet-gate.ts';
import { joinMember } from './suite/join-member.ts';
import { withHub } from './suite/pool.ts';
import { grant, type PolicyRule, revoke } from './suite/rights.ts';

const COMMANDS = [
  ['ready', 'deploy'],
  ['watch', '--once', '--manifests', 'deploy'],
] as const;

describe.skipIf(isMissing('crds'))('objects that manifests need on a member', () => {
  it('are found with the role of the docs, and one that may not be read is named', () =>
    withHub('v0.3.1', (hub) =>
      // Another set of CRDs, so that two API servers are enough.
      withHub('main', async (member) => {
        await joinMember(hub);
        for (const object of [NAMESPACE, PLACEMENT]) await createOn(hub, object);
        for (const object of [NAMESPACE, ...NEEDED]) await create(member, object);
        const { role } = rightsByPurpose().find(({ id }) => id === 'ready-members') ?? { role: '' };
        const { rules } = parse(role) as { readonly rules: readonly PolicyRule[] };
        const ask = async (user: User): Promise<readonly Answer[]> =>
          Promise.all(COMMANDS.map((command) => answer(hub, member, command, user)));
        await grant(member, 'partial', rules);
        const full = await ask('admin');
        expect(full.map(({ missing }) => missing)).toEqual([[], []]);
        expect(await ask('partial')).toEqual(full);

        await member.api.must('DELETE', '/api/v1/namespaces/shop/secrets/registry');
        const without = await ask('admin');
        for (const { missing } of without) expect(missing).toEqual([expect.stringContaining('Secret/shop/registry is not on m1')]);
        expect(await ask('partial')).toEqual(without);

        const fewer = rules.map((rule) => ({ ...rule, resources: rule.resources.filter((each) => each !== 'serviceaccounts') }));
        await revoke(member, [{ kind: 'ClusterRole', metadata: { name: 'partial' } }]);
        await grant(member, 'partial', fewer);
        for (const { missing, open } of await ask('partial')) {
          expect(missing).toHaveLength(1);
          expect(open).toContainEqual(expect.stringContaining('Whether ServiceAccount/shop/runner is on m1'));
        }
      }),
    ));
});

const NAMESPACE: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

const CHANGE: readonly KubeObject[] = [
  NAMESPACE,
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          serviceAccountName: 'runner',
          imagePullSecrets: [{ name: 'registry' }],
          containers: [{ name: 'main', image: 'shop/web:1', envFrom: [{ configMapRef: { name: 'settings' } }] }],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
        },
      },
    },
  },
];

const PLACEMENT: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'shop' },
  spec: {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }],
    policy: { placementType: 'PickAll' },
  },
};

const metadata = (name: string): KubeObject['metadata'] => ({ name, namespace: 'shop' });
const NEEDED: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: metadata('runner') },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata('registry'),
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': 'e30=' },
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('settings'), data: {} },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata('data'),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
];

async function createOn(hub: Hub, object: KubeObject): Promise<void> {
  if (object.kind !== 'ClusterResourcePlacement') return create(hub, object);
  await hub.api.must('POST', `/apis/${object.apiVersion}/clusterresourceplacements`, { body: object });
}

interface Answer {
  /** What is not on the member. */
  readonly missing: readonly string[];
  /** What could not be looked for. */
  readonly open: readonly string[];
}

/** Runs a command with a login of that user on the member. */
async function answer(hub: Hub, member: Hub, command: readonly string[], user: User): Promise<Answer> {
  const cwd = workFolder(hub);
  for (const folder of ['deploy', 'members']) mkdirSync(path.join(cwd, folder));
  writeFileSync(path.join(cwd, 'deploy', 'change.json'), [...CHANGE, PLACEMENT].map((object) => JSON.stringify(object)).join('\n---\n'));
  copyFileSync(userKubeconfig(member, user), path.join(cwd, 'members', 'm1.yaml'));
  const argv = [...command, '--kubeconfig', kubeconfigOf(hub, 'admin'), '--member-kubeconfig', 'members', '--format', 'json'];
  const { out, err } = await fleetGate(argv, { hub, cwd });
  if (out === '') throw new Error(err);
  const { ready, watch, notes = [] } = JSON.parse(out) as Report;
  const names = new Set(NEEDED.map(({ kind, metadata: { name } }) => `${kind}/shop/${name}`));
  const reasons = (ready?.reasons ?? []).filter(({ id }) => id === 'object-missing').map(({ message }) => message);
  const bad = (watch?.bad ?? []).filter(({ object }) => names.has(displayName(object))).map(({ cause }) => cause);
  const open = [...(ready?.notChecked ?? []).map(({ message }) => message), ...notes].filter((text) => text.startsWith('Whether '));
  return { missing: [...reasons, ...bad], open };
}
