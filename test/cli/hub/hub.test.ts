/** `lint` and `plan` with a hub as input: what it has, what it serves, and what it does not show. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../../src/cli/commands/run.ts';
import { startEmbeddedHub, type EmbeddedHub } from '../../../src/demo/hub/embedded-hub.ts';
import { SERVED_TYPES } from '../../../src/demo/hub/served-types.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Report } from '../../../src/report.ts';
import { memberObject, NOW } from '../../schedule/fleets.ts';
import { fakeIo } from '../../support/process/fake-io.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const WIDGET = { group: 'example.com', kind: 'Widget', plural: 'widgets', namespaced: false, versions: ['v1', 'v1beta1'] };
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub({ types: [...SERVED_TYPES, WIDGET] });
  for (const name of ['east', 'west']) hub.store.put(memberObject(name));
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

async function judge(command: string, ...argv: string[]): Promise<{ exitCode: number; report: Report; err: string }> {
  const io = fakeIo({ cwd: dir, env: process.env });
  const live = argv.includes('--offline') ? [] : ['--kubeconfig', 'kubeconfig', '--now', NOW.toISOString()];
  const { exitCode, report } = await run([command, ...argv.filter((word) => word !== '--offline'), 'tree', ...live], io);
  if (report === undefined) throw new Error('no report');
  return { exitCode, report, err: io.err() };
}

function write(path: string, ...objects: readonly object[]): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), objects.map((object) => JSON.stringify(object)).join('\n'));
}

function crp(spec: object, more: object = {}): KubeObject {
  return {
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name: 'shop', ...more },
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }], ...spec },
  };
}

/** As the hub stores it, with the note of what `kubectl apply` was given. */
function applied(manifest: KubeObject, stored: object): KubeObject {
  const note = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(manifest) };
  return {
    ...manifest,
    metadata: { ...manifest.metadata, annotations: note, generation: 1 },
    spec: { ...(manifest['spec'] as object), ...stored },
    status: {},
  };
}

const ROLLING = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', unavailablePeriodSeconds: 60 } };
const rules = (report: Report): readonly string[] => (report.lint?.findings ?? []).map(({ rule }) => rule);

describe('the object on the hub decides about an edit', () => {
  it.each([
    ['a default of the hub that apply keeps', crp({}), ['refused-change']],
    ['what the last manifest spelled out, and apply takes away', crp({ strategy: ROLLING }), []],
  ])('to External, beside %s', async (_, before, expected) => {
    hub.store.put(applied(before, { policy: { placementType: 'PickAll' }, strategy: ROLLING }));
    write('tree/a.json', NAMESPACE, crp({ strategy: { type: 'External' } }));
    expect(rules((await judge('lint')).report).filter((rule) => rule === 'refused-change')).toEqual(expected);
    expect(rules((await judge('lint', '--offline')).report)).not.toContain('refused-change');
  });

  it.each([
    ['a version that the hub has noted as stored', ['v1', 'v2'], ['immutable-field']],
    ['a version whose objects were migrated', ['v2'], []],
  ])('that removes %s', async (_, storedVersions, expected) => {
    const version = (name: string, storage: boolean): object => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: 'object' } },
    });
    const definition = (...versions: readonly object[]): KubeObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'caches.example.org' },
      spec: { group: 'example.org', scope: 'Cluster', names: { kind: 'Cache', plural: 'caches' }, versions },
    });
    hub.store.put({ ...definition(version('v1', false), version('v2', true)), status: { storedVersions } });
    const resourceSelectors = [
      { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition', name: 'caches.example.org' },
    ];
    write('tree/a.json', crp({ resourceSelectors }), definition(version('v2', true)));
    expect(rules((await judge('lint')).report).filter((rule) => rule === 'immutable-field')).toEqual(expected);
  });

  it('of the type of a placement, which is refused with any field manager', async () => {
    const { exitCode, report } = await (async () => {
      hub.store.put(crp({ policy: { placementType: 'PickN', numberOfClusters: 1 } }));
      write('tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickAll' } }));
      return judge('lint');
    })();
    expect(exitCode).toBe(1);
    expect(report.lint?.findings.map(({ message }) => message).join()).toContain('placement type');
  });

  it('and a result that depends on the last applier is not reported', async () => {
    hub.store.put(crp({ policy: { placementType: 'PickAll' }, strategy: ROLLING }));
    write('tree/a.json', NAMESPACE, crp({ strategy: { type: 'External' } }));
    expect(rules((await judge('lint')).report)).not.toContain('refused-change');
  });

  it('and existing faults that the change does not touch are not reported', async () => {
    const rp = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', metadata: { name: 'cart', namespace: 'shop' } };
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' } };
    const spec = {
      resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'a' }],
      policy: { placementType: 'PickAll', numberOfClusters: 2 },
    };
    write('tree/a.json', config, { ...rp, metadata: { ...rp.metadata, labels: { a: 'b' } }, spec });
    expect(rules((await judge('lint', '--target', 'main')).report)).toContain('refused-content');
    hub.store.put(applied({ ...rp, spec }, {}));
    expect(rules((await judge('lint', '--target', 'main')).report)).not.toContain('refused-content');
  });

  it('and an object that the hub lacks is new, even if the base has it', async () => {
    write('tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickAll' } }));
    write('base/tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickN', numberOfClusters: 1 } }));
    expect(rules((await judge('lint', '--base-dir', 'base')).report)).not.toContain('refused-change');
    expect(rules((await judge('lint', '--base-dir', 'base', '--offline')).report)).toContain('refused-change');
  });

  it('and a denied kind is reported as not known, and the base is used', async () => {
    hub.faults.denies = ({ resource }) => resource === 'clusterresourceplacements';
    write('tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickAll' } }));
    write('base/tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickN', numberOfClusters: 1 } }));
    const { report } = await judge('lint', '--base-dir', 'base');
    expect(rules(report)).toContain('refused-change');
    expect(report.lint?.notEvaluated).toMatchObject([
      { file: 'tree/a.json', line: 2, reason: expect.stringContaining('is forbidden: User') },
    ]);
  });

  it('in a plan too, without a base', async () => {
    hub.store.put(crp({ policy: { placementType: 'PickN', numberOfClusters: 1 } }));
    hub.store.put({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterSchedulingPolicySnapshot',
      metadata: {
        name: 'shop-0',
        labels: { 'kubernetes-fleet.io/parent-CRP': 'shop', 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
        annotations: { 'kubernetes-fleet.io/number-of-clusters': '1' },
      },
      spec: { policy: { placementType: 'PickN' } },
    });
    write('tree/a.json', NAMESPACE, crp({ policy: { placementType: 'PickAll' } }));
    const { report } = await judge('plan');
    expect(report.plan?.placements[0]?.refused?.join()).toContain('The placement type cannot be changed');
  });
});

describe('the kinds that the hub serves decide about a selector', () => {
  it.each([
    ['a kind that it lacks', { group: 'example.org', version: 'v1', kind: 'Gadget', name: 'a' }, 'refused-content'],
    ['a version that it does not prefer', { group: 'example.com', version: 'v1beta1', kind: 'Widget', name: 'a' }, 'refused-content'],
    ['a kind that it has', { group: 'example.com', version: 'v1', kind: 'Widget', name: 'a' }, undefined],
  ])('of %s', async (_, selector, expected) => {
    hub.store.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } });
    write('tree/a.json', crp({ resourceSelectors: [selector] }));
    // That a kind is not tracked is reported as advice, for any hub.
    const refusals = ({ report }: { readonly report: Report }): readonly string[] =>
      rules(report).filter((rule) => rule !== 'nothing-tracked');
    expect(refusals(await judge('lint'))).toEqual(expected === undefined ? [] : [expected]);
    expect(refusals(await judge('lint', '--offline'))).toEqual([]);
  });
});

describe('the content that a placement selects on the hub', () => {
  const config = (name: string, data: object = {}, metadata: object = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', ...metadata },
    data,
  });
  const selected = ({ plan }: Report): readonly string[] =>
    (plan?.placements[0]?.resources ?? []).map(({ kind, name }) => `${kind}/${name}`);

  it('includes objects that only the hub has and those that the tree changes', async () => {
    hub.store.put(NAMESPACE);
    hub.store.put(config('on-hub'));
    hub.store.put(config('in-both', { from: 'hub' }));
    hub.store.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'shop' }, data: { password: 'c2VjcmV0' } });
    hub.store.put(config('kube-root-ca.crt'));
    hub.store.put({ apiVersion: 'v1', kind: 'Event', metadata: { name: 'seen', namespace: 'shop' } });
    write('tree/a.json', config('in-both', { from: 'tree' }), config('in-tree'), crp({}));
    const { exitCode, report } = await judge('plan');
    expect(exitCode).toBe(0);
    expect(selected(report)).toEqual(['Namespace/shop', 'Secret/key', 'ConfigMap/in-both', 'ConfigMap/in-tree', 'ConfigMap/on-hub']);
    expect(report.plan?.placements[0]).not.toHaveProperty('notVerified');

    const io = fakeIo({ cwd: dir });
    await run(['plan', 'tree', '--kubeconfig', 'kubeconfig', '--now', NOW.toISOString(), '--render', 'east'], io);
    expect(io.out()).toContain('from: tree');
    expect(io.out()).toContain('name: key');
    expect(io.out()).not.toContain('c2VjcmV0');
  });

  it('excludes objects that the change deletes', async () => {
    for (const object of [NAMESPACE, config('gone'), config('kept')]) hub.store.put(object);
    write('tree/a.json', NAMESPACE, crp({}));
    write('base/tree/a.json', NAMESPACE, config('gone'), crp({}));
    const { report } = await judge('plan', '--base-dir', 'base');
    expect(selected(report)).toEqual(['Namespace/shop', 'ConfigMap/kept']);
    expect(report.plan?.placements[0]?.change?.resources?.removed).toMatchObject([
      { resource: { name: 'gone' }, reason: 'no longer in the deployed files' },
    ]);
  });

  it('is found by labels of the hub, in namespaces and of kinds that only the hub knows', async () => {
    hub.store.put({ ...NAMESPACE, metadata: { name: 'shop', labels: { team: 'shop' } } });
    hub.store.put(config('on-hub'));
    hub.store.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', labels: { team: 'shop' } } });
    const labelSelector = { matchLabels: { team: 'shop' } };
    const namespaces = { group: '', version: 'v1', kind: 'Namespace', labelSelector };
    write('tree/a.json', crp({ resourceSelectors: [namespaces, { group: 'example.com', version: 'v1', kind: 'Widget', labelSelector }] }));
    expect(selected((await judge('plan')).report)).toEqual(['Namespace/shop', 'ConfigMap/on-hub', 'Widget/w']);
  });

  it.each([
    ['v1', 'example.org', 'Gadget'],
    ['v2', 'example.com', 'Widget'],
  ])('is empty for a ResourcePlacement of %s of %s %s, which the hub does not serve', async (version, group, kind) => {
    const rp = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ResourcePlacement', metadata: { name: 'cart', namespace: 'shop' } };
    write('tree/a.json', { ...rp, spec: { resourceSelectors: [{ group, version, kind, name: 'a' }] } });
    const { exitCode, report } = await judge('plan');
    const reason = `invalid placement shop/cart, failed to get GVR of the selector: no matches for kind "${kind}" in version "${group}/${version}"`;
    expect([exitCode, report.plan?.placements[0]?.reason]).toEqual([1, expect.stringContaining(reason)]);
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `x.${group}` },
      spec: { group, scope: 'Namespaced', names: { kind, plural: 'x' }, versions: [{ name: version, served: true }] },
    };
    write('tree/crd.json', crd);
    expect((await judge('plan')).report.plan?.placements[0]?.reason).toBe('');
  });

  it('is not verified if the hub does not show it', async () => {
    for (const object of [NAMESPACE, config('on-hub')]) hub.store.put(object);
    hub.faults.denies = ({ resource }) => ['secrets', 'clusterresourcebindings'].includes(resource);
    write('tree/a.json', NAMESPACE, crp({}));
    const { report } = await judge('plan');
    expect(selected(report)).toEqual(['Namespace/shop', 'ConfigMap/on-hub']);
    expect(report.plan?.placements[0]?.notVerified).toEqual([
      expect.stringMatching(/^Its current clusters are not known, .* clusterresourcebindings\S* is forbidden/),
      'Objects of Secret that exist only on the hub are not in this plan, because they could not be read.',
    ]);
  });

  it.each([
    ['ClusterResourcePlacement', 'clusterresourceoverrides', true],
    ['ClusterResourcePlacement', 'resourceoverrides', true],
    ['ResourcePlacement', 'resourceoverrides', true],
    ['ResourcePlacement', 'clusterresourceoverrides', false],
  ])('is not verified for a %s if the hub does not show %s', async (kind, refused, says) => {
    const { spec } = crp({ resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'on-hub' }] });
    const rp = { ...crp({}), kind, metadata: { name: 'shop', namespace: 'shop' }, spec };
    for (const object of [NAMESPACE, config('on-hub')]) hub.store.put(object);
    hub.faults.denies = ({ resource }) => resource === refused;
    write('tree/a.json', NAMESPACE, kind === 'ResourcePlacement' ? rp : crp({}));
    const { report } = await judge('plan');
    expect(report.plan?.placements[0]?.notVerified ?? []).toEqual(
      says ? ['Overrides that exist only on the hub are not in this plan, because they could not be read.'] : [],
    );
  });
});

describe('an object that neither the manifests nor the hub have is reported', () => {
  const named = (name: string): object => ({ resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }] });
  const said = ({ lint }: Report): readonly string[] => (lint?.findings ?? []).map(({ message, severity }) => `${severity}: ${message}`);

  it.each([
    ['is there', 'shop', []],
    ['is nowhere', 'store', ['notice: There is no Namespace store in these manifests or on the hub.']],
  ])('if it is a namespace that %s', async (_, name, expected) => {
    hub.store.put(NAMESPACE);
    write('tree/a.json', crp(named(name)));
    expect(said((await judge('lint')).report)).toEqual(expected);
  });

  it('if it is a namespace whose labels the manifests change', async () => {
    hub.store.put({ ...NAMESPACE, metadata: { name: 'shop', labels: { team: 'a' } } });
    const selector = { group: '', version: 'v1', kind: 'Namespace', labelSelector: { matchLabels: { team: 'a' } } };
    write('tree/a.json', { ...NAMESPACE, metadata: { name: 'shop', labels: { team: 'b' } } }, crp({ resourceSelectors: [selector] }));
    expect(said((await judge('lint')).report)).toEqual(['notice: No Namespace in these manifests or on the hub has these labels.']);
  });

  it('if its name is mistyped, unless the hub has it', async () => {
    write('tree/a.json', NAMESPACE, crp(named('shopp')));
    expect(said((await judge('lint')).report)).toEqual(['warning: There is no Namespace shopp in these manifests or on the hub.']);
    hub.store.put({ ...NAMESPACE, metadata: { name: 'shopp' } });
    expect(said((await judge('lint')).report)).toEqual([]);
  });
});

describe('one read of the hub', () => {
  it('takes as many requests for many objects as for one', async () => {
    const many = (count: number): KubeObject[] =>
      Array.from({ length: count }, (_, index) => ({
        ...crp({}),
        kind: 'ResourcePlacement',
        metadata: { name: `p${index}`, namespace: `shop-${index}` },
      }));
    const asked = async (count: number): Promise<number> => {
      write('tree/a.json', ...many(count));
      const before = hub.requests.length;
      await judge('lint');
      return hub.requests.length - before;
    };
    expect(await asked(100)).toBe(await asked(10));
  });

  it('sends no invalid request, and does not treat an answer as its own error', async () => {
    const rp = (namespace: object): object => ({ ...crp({}), kind: 'ResourcePlacement', metadata: { name: 'cart', ...namespace } });
    write('tree/a.json', rp({}), rp({ namespace: '${NAMESPACE}' }));
    const reasons = async (): Promise<readonly string[]> =>
      ((await judge('lint')).report.lint?.notEvaluated ?? []).map(({ reason }) => reason);
    expect(await reasons()).toContainEqual(expect.stringContaining('the manifest does not name a namespace'));
    expect(hub.requests.filter(({ path }) => path.includes('NAMESPACE'))).toEqual([]);
    write('tree/a.json', rp({ namespace: 'shop' }));
    const body = JSON.stringify({ kind: 'Status', code: 405, reason: 'MethodNotAllowed', message: 'not supported' });
    hub.faults.answers = (path) =>
      path.includes('/resourceplacements') ? { code: 405, body, contentType: 'application/json' } : undefined;
    expect(await reasons()).toContainEqual(expect.stringContaining('its object on the hub could not be read: not supported'));
  });

  it('needs the member clusters for a plan (5), and lint reports that it does not know them', async () => {
    hub.faults.denies = ({ resource }) => resource === 'memberclusters';
    write('tree/a.json', NAMESPACE, crp({}));
    expect(await judge('plan')).toMatchObject({ exitCode: 5, err: expect.stringContaining('memberclusters') });
    const { exitCode, report } = await judge('lint');
    expect(exitCode).toBe(0);
    expect(report.lint?.notEvaluated.map(({ reason }) => reason)).toEqual([expect.stringContaining('the member clusters are not known')]);
  });

  it('reports custom kinds as not known if the hub does not list its kinds', async () => {
    hub.faults.answers = (path) => (path === '/apis' ? { code: 403, body: '{}', contentType: 'application/json' } : undefined);
    write('tree/a.json', NAMESPACE, crp({}));
    expect((await judge('lint')).report.lint?.notEvaluated.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the kinds of the hub could not be listed'),
    ]);
    expect((await judge('plan')).report.plan?.placements[0]?.notVerified).toEqual([
      expect.stringContaining('The kinds of the hub could not be listed'),
    ]);
  });
});

describe('an eviction', () => {
  it('is checked against placement, budget and bindings that only the hub has', async () => {
    const group = 'placement.kubernetes-fleet.io';
    const labels = { 'kubernetes-fleet.io/parent-CRP': 'shop' };
    const available = { type: 'Available', status: 'True', reason: 'AllWorkAreAvailable', observedGeneration: 1 };
    hub.store.put(crp({ policy: { placementType: 'PickN', numberOfClusters: 2 } }));
    for (const cluster of ['east', 'west'])
      hub.store.put({
        apiVersion: `${group}/v1beta1`,
        kind: 'ClusterResourceBinding',
        metadata: { name: `shop-${cluster}`, labels, generation: 1 },
        spec: { state: 'Bound', targetCluster: cluster },
        status: { conditions: [available] },
      });
    const budget = { apiVersion: `${group}/v1beta1`, kind: 'ClusterResourcePlacementDisruptionBudget', metadata: { name: 'shop' } };
    hub.store.put({ ...budget, spec: { minAvailable: 2 } });
    const spec = { placementName: 'shop', clusterName: 'east' };
    write('tree/a.json', { apiVersion: `${group}/v1beta1`, kind: 'ClusterResourcePlacementEviction', metadata: { name: 'off' }, spec });
    expect((await judge('lint')).report.lint?.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'error eviction-blocked',
    ]);
    hub.store.put({ ...budget, spec: { minAvailable: 1 } });
    expect(rules((await judge('lint')).report)).toEqual([]);
  });
});

describe('a member cluster with other labels', () => {
  it('is reported with the placements that only the hub has', async () => {
    const terms = [{ labelSelector: { matchLabels: { env: 'prod' } } }];
    const affinity = { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms } } };
    hub.store.put(crp({ policy: { placementType: 'PickAll', affinity } }));
    const identity = { kind: 'User', name: 'agent' };
    const { apiVersion, kind } = memberObject('east');
    write('tree/a.json', { apiVersion, kind, metadata: { name: 'east', labels: { env: 'prod' } }, spec: { identity } });
    expect((await judge('lint')).report.lint?.findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'member-change: With its new labels (env) east gets ClusterResourcePlacement/shop.',
    ]);
  });
});
