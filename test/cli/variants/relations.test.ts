/**
 * Objects that the manifests refer to and only the hub has: read from a live hub, with one list for each kind, or from a dump given as
 * `--clusters`.
 */
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

const GROUP = 'placement.kubernetes-fleet.io';
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const SELECTS_SHOP = { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] };
const SELECTS_SETTINGS = { resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }] };
const EAST = { policy: { placementType: 'PickFixed', clusterNames: ['east'] } };

let dir = '';
let hub: EmbeddedHub;
beforeEach(async () => {
  dir = temporaryFolder();
  hub = await startEmbeddedHub({ types: SERVED_TYPES });
  for (const name of ['east', 'west']) hub.store.put(memberObject(name));
  writeFileSync(join(dir, 'kubeconfig'), hub.kubeconfig());
});
afterEach(() => hub.close());

function ours(kind: string, name: string, spec: object, more: object = {}, version = 'v1beta1'): KubeObject {
  const namespace = kind.startsWith('Cluster') ? {} : { namespace: 'shop' };
  return { apiVersion: `${GROUP}/${version}`, kind, metadata: { name, ...namespace }, spec, ...more };
}

const crp = (name: string, spec: object): KubeObject => ours('ClusterResourcePlacement', name, spec);
const rp = (name: string, spec: object): KubeObject => ours('ResourcePlacement', name, spec);
const aRun = (kind: string, name: string, spec: object = {}): KubeObject =>
  ours(kind, name, { placementName: 'shop', stagedRolloutStrategyName: 'waves', state: 'Run', ...spec }, {}, 'v1');
const WAVES = { stages: [{ name: 'all', labelSelector: {} }] };
const EXTERNAL = crp('shop', { ...SELECTS_SHOP, strategy: { type: 'External' } });
const STRATEGY = ours('ClusterStagedUpdateStrategy', 'waves', WAVES);
const AT_WORK = { conditions: [{ type: 'Initialized', status: 'True', reason: 'X', lastTransitionTime: NOW.toISOString() }] };

function snapshot(index: string): KubeObject {
  const labels = { [`kubernetes-fleet.io/parent-CRP`]: 'shop', 'kubernetes-fleet.io/resource-index': index };
  const object = ours('ClusterResourceSnapshot', `shop-${index}-snapshot`, { selectedResources: [] });
  return { ...object, metadata: { ...object.metadata, labels } };
}

/** All that `fleet-gate snapshot` says of a hub of these objects: every kind of KubeFleet was seen. */
function dumped(objects: readonly KubeObject[]): readonly KubeObject[] {
  const types = SERVED_TYPES.map(({ group, kind }) => ({ group, kind, visibility: 'seen' }));
  return [
    { apiVersion: 'fleet-gate.dev/v1', kind: 'SnapshotCoverage', metadata: { name: 'fleet-gate' }, takenAt: NOW.toISOString(), types },
    ...objects,
  ];
}

async function judged(tree: readonly object[], objects: readonly KubeObject[], by: 'kubeconfig' | 'dump' | 'files'): Promise<Report> {
  mkdirSync(join(dir, 'tree'), { recursive: true });
  writeFileSync(join(dir, 'tree/a.json'), tree.map((object) => JSON.stringify(object)).join('\n'));
  for (const object of objects) hub.store.put(object);
  const members = ['east', 'west'].map((name) => memberObject(name));
  const items = by === 'dump' ? dumped([...members, ...objects]) : [...members, ...objects];
  writeFileSync(join(dir, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', metadata: {}, items }));
  const from = by === 'kubeconfig' ? ['--kubeconfig', 'kubeconfig'] : ['--clusters', 'dump.json'];
  const io = fakeIo({ cwd: dir, env: process.env });
  const { report } = await run(['lint', 'tree', ...from, '--now', NOW.toISOString()], io);
  if (report === undefined) throw new Error(io.err());
  return report;
}

const told = ({ lint }: Report): readonly string[] => (lint?.findings ?? []).map(({ rule, effect }) => `${rule} ${effect}`);

const RELATIONS: readonly (readonly [string, readonly object[], readonly KubeObject[], string])[] = [
  [
    'an object that a placement of the hub holds',
    [NAMESPACE, crp('ours', SELECTS_SHOP)],
    [crp('theirs', SELECTS_SHOP)],
    'overlapping-placements fails',
  ],
  [
    'an object in a namespace that a placement of the hub holds',
    [rp('ours', SELECTS_SETTINGS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } }],
    [crp('theirs', SELECTS_SHOP), NAMESPACE],
    'overlapping-placements fails',
  ],
  [
    'a namespace that the hub places on fewer clusters',
    [rp('ours', SELECTS_SETTINGS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } }],
    [crp('theirs', { resourceSelectors: [{ ...SELECTS_SHOP.resourceSelectors[0], selectionScope: 'NamespaceOnly' }], ...EAST }), NAMESPACE],
    'rp-namespace-not-placed fails',
  ],
  [
    'a namespace that the hub places nowhere',
    [rp('ours', SELECTS_SETTINGS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } }],
    [crp('theirs', { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'press' }] }), NAMESPACE],
    'rp-namespace-not-placed misbehaves',
  ],
  [
    'a placement that is nowhere',
    [aRun('ClusterStagedUpdateRun', 'shop-1')],
    [STRATEGY, crp('press', SELECTS_SHOP)],
    'run-reference-missing fails',
  ],
  [
    'a strategy that is nowhere',
    [aRun('ClusterStagedUpdateRun', 'shop-1', { stagedRolloutStrategyName: 'careful' })],
    [EXTERNAL, STRATEGY],
    'run-reference-missing fails',
  ],
  [
    'a placement that is not External',
    [aRun('ClusterStagedUpdateRun', 'shop-1')],
    [STRATEGY, crp('shop', SELECTS_SHOP)],
    'run-cannot-start fails',
  ],
  [
    'a snapshot that is not there',
    [aRun('ClusterStagedUpdateRun', 'shop-1', { resourceSnapshotIndex: '7' })],
    [EXTERNAL, STRATEGY, snapshot('6')],
    'run-snapshot-missing fails',
  ],
  [
    'another run at work',
    [aRun('ClusterStagedUpdateRun', 'shop-2')],
    [EXTERNAL, STRATEGY, { ...aRun('ClusterStagedUpdateRun', 'shop-1'), status: AT_WORK }],
    'run-beside-run misbehaves',
  ],
  [
    'a placement that an override is for',
    [ours('ClusterResourceOverride', 'zones', overrideOf('storefront', 'shop'), {}, 'v1')],
    [crp('shop', SELECTS_SHOP), NAMESPACE],
    'override-placement-missing misbehaves',
  ],
  [
    'an object that an override is for, and its placement on the hub does not select',
    [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'press' } },
      ours('ClusterResourceOverride', 'zones', overrideOf('shop', 'press'), {}, 'v1'),
    ],
    [crp('shop', SELECTS_SHOP), NAMESPACE],
    'override-selects-nothing misbehaves',
  ],
  [
    'a namespaced placement that is not External',
    [aRun('StagedUpdateRun', 'shop-1')],
    [rp('shop', SELECTS_SETTINGS), ours('StagedUpdateStrategy', 'waves', WAVES)],
    'run-cannot-start fails',
  ],
  [
    'a strategy of another namespace',
    [{ ...aRun('StagedUpdateRun', 'shop-1'), metadata: { name: 'shop-1', namespace: 'press' } }],
    [
      ours('StagedUpdateStrategy', 'waves', WAVES),
      { ...rp('shop', { ...SELECTS_SETTINGS, strategy: { type: 'External' } }), metadata: { name: 'shop', namespace: 'press' } },
    ],
    'run-reference-missing fails',
  ],
  [
    'a snapshot of a namespaced placement that is not there',
    [aRun('StagedUpdateRun', 'shop-1', { resourceSnapshotIndex: '6' })],
    [rp('shop', { ...SELECTS_SETTINGS, strategy: { type: 'External' } }), ours('StagedUpdateStrategy', 'waves', WAVES), snapshot('6')],
    'run-snapshot-missing fails',
  ],
];

function overrideOf(placement: string, name: string): object {
  return {
    placement: { name: placement },
    clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
    policy: {
      overrideRules: [
        {
          clusterSelector: { clusterSelectorTerms: [] },
          jsonPatchOverrides: [{ op: 'add', path: '/metadata/annotations/zone', value: 'a' }],
        },
      ],
    },
  };
}

describe.each(RELATIONS)('%s', (_, tree, objects, expected) => {
  it.each(['kubeconfig', 'dump'] as const)('is found with %s, and not without it', async (by) => {
    const rule = expected.split(' ')[0] ?? '';
    expect(told(await judged(tree, objects, by)).filter((line) => line.startsWith(rule))).toEqual([expected]);
    const io = fakeIo({ cwd: dir, env: process.env });
    const { report } = await run(['lint', 'tree', '--now', NOW.toISOString()], io);
    expect((report?.lint?.findings ?? []).filter((finding) => finding.rule === rule && finding.effect !== 'advice')).toEqual([]);
  });
});

describe('an object that exists', () => {
  const run2 = aRun('ClusterStagedUpdateRun', 'shop-2', { resourceSnapshotIndex: '6' });
  const annotated = { ...NAMESPACE, metadata: { ...NAMESPACE.metadata, annotations: { team: 'shop' } } };
  const there = [EXTERNAL, STRATEGY, snapshot('6'), annotated];

  it.each(['kubeconfig', 'dump', 'files'] as const)('is not a finding with %s', async (by) => {
    const override = ours('ClusterResourceOverride', 'zones', overrideOf('shop', 'shop'), {}, 'v1');
    expect(told(await judged([run2, override], there, by))).toEqual([]);
  });
});

describe('files that kubectl wrote', () => {
  it('show a missing reference, but not as certain', async () => {
    const lacking = aRun('ClusterStagedUpdateRun', 'shop-1', { stagedRolloutStrategyName: 'careful' });
    expect(told(await judged([lacking], [EXTERNAL, STRATEGY], 'files'))).toEqual(['run-reference-missing misbehaves']);
    expect(told(await judged([lacking], [EXTERNAL], 'files'))).toEqual([]);
  });

  it('with only clusters are not a hub', async () => {
    expect(told(await judged([aRun('ClusterStagedUpdateRun', 'shop-1')], [], 'files'))).toEqual([]);
  });
});

it('a dump is never the state before the change, because it may be older', async () => {
  const before = crp('shop', { ...SELECTS_SHOP, policy: { placementType: 'PickN', numberOfClusters: 1 } });
  const tree = [NAMESPACE, crp('shop', { ...SELECTS_SHOP, policy: { placementType: 'PickAll' } })];
  expect(told(await judged(tree, [before], 'dump'))).toEqual([]);
});

describe('an object that workloads refer to', () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { containers: [{ name: 'web', image: 'a:1', envFrom: [{ configMapRef: { name: 'settings' } }] }] } } },
  };
  const tree = [NAMESPACE, deployment, crp('shop', SELECTS_SHOP)];
  const own = (report: Report): readonly string[] => told(report).filter((line) => line.startsWith('reference'));

  it('is an assumption if neither the manifests nor the hub have it', async () => {
    const assumed = (report: Report): readonly unknown[] => (report.lint?.assumptions ?? []).map(({ name, because }) => [name, because]);
    const lacking = await judged(tree, [], 'kubeconfig');
    expect([own(lacking), assumed(lacking)]).toEqual([
      [],
      [['settings', expect.stringContaining('it is neither in these files nor on the hub')]],
    ]);
    const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
    const there = await judged(tree, [settings], 'kubeconfig');
    expect([own(there), assumed(there)]).toEqual([[], []]);
  });

  it('is not known if the hub does not show it, and the report says so', async () => {
    hub.faults.denies = ({ resource }) => resource === 'configmaps';
    const report = await judged(tree, [], 'kubeconfig');
    expect(own(report)).toEqual([]);
    expect(report.lint?.notEvaluated.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^objects of ConfigMap that exist only on the hub could not be read, .* configmaps/),
    ]);
  });
});

describe('one read of the hub', () => {
  const lists = async (count: number): Promise<readonly string[]> => {
    const tree = Array.from({ length: count }, (_, index) => [
      {
        ...rp(`p${index}`, { ...SELECTS_SETTINGS, strategy: { type: 'External' } }),
        metadata: { name: `p${index}`, namespace: `shop-${index}` },
      },
      aRun('ClusterStagedUpdateRun', `run-${index}`, { placementName: `c${index}`, resourceSnapshotIndex: '1' }),
      ours('ClusterResourceOverride', `o${index}`, overrideOf(`c${index}`, `shop-${index}`), {}, 'v1'),
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: `a${index}`, namespace: `shop-${index}` },
        imagePullSecrets: [{ name: `s${index}` }],
      },
    ]).flat();
    const before = hub.requests.length;
    await judged(tree, [], 'kubeconfig');
    return hub.requests.slice(before).map(({ path }) => path.split('?')[0] ?? '');
  };

  it('needs one list for each kind, for any number of objects with references', async () => {
    const many = await lists(40);
    expect(new Set(many).size).toBe(many.length);
    expect(many.length).toBe((await lists(8)).length);
  });

  it('lists each namespace if the list of all namespaces is denied', async () => {
    hub.faults.denies = ({ resource, namespace }) => resource === 'resourceplacements' && namespace === undefined;
    const tree = [rp('ours', SELECTS_SETTINGS), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } }];
    expect(told(await judged(tree, [rp('theirs', SELECTS_SETTINGS)], 'kubeconfig'))).toContain('overlapping-placements fails');
  });
});
