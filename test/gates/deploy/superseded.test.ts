import { describe, expect, test } from 'vitest';

import { LAST_APPLIED } from '../../../src/fleet/kubernetes/last-applied.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import {
  binding,
  clusterConditions,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const MINUTE = 60_000;
const K = 'kubernetes-fleet.io';
const API = 'placement.kubernetes-fleet.io/v1beta1';
const DEPLOY = [orders('app:2')];
const { look, later, once } = gate({ manifests: DEPLOY });

/** The hub stays as it is. It is judged first, and again after `ms`. */
function watched(objects: readonly KubeObject[], ms: number, asked: Asked = {}): string {
  const first = look(objects, asked);
  expect(first.outcome).toBe('waiting');
  return later(objects, first, ms, asked).outcome;
}

function evidenceOf(state: GateState, id = 'superseded'): readonly string[] {
  return diagnosesIn(state).flatMap((cause) => (cause.id === id ? [`${cause.object?.name ?? ''}: ${cause.evidence.join('\n')}`] : []));
}

/** A fleet on which each content came after the one before it; the last one is what the hub holds and rolls out. */
function successive(...contents: readonly (readonly KubeObject[])[]): Fleet {
  const last = contents.length - 1;
  const content = [namespaceShop(), ...(contents[last] ?? [])];
  const fleet = greenFleet(['east'], content);
  const status = { ...(fleet.placement['status'] as object), observedResourceIndex: String(last) };
  return {
    ...fleet,
    placement: { ...fleet.placement, status },
    snapshots: contents.map((objects, index) => resourceSnapshot(index, [namespaceShop(), ...objects], index === last)),
    bindings: [binding('east', last)],
    works: [work('east', last, content)],
  };
}

function withMetadata(object: KubeObject, metadata: object): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

function configMap(name: string, data: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data };
}

describe('a deploy that was replaced before the gate started', () => {
  const replaced = objectsOf(successive([orders('app:1')], [orders('app:2')], [orders('app:3')]));

  test('is superseded if it has not returned in the time that a GitOps controller may need', () => {
    expect(watched(replaced, 5 * MINUTE - 1)).toBe('waiting');
    expect(watched(replaced, 5 * MINUTE)).toBe('superseded');
    expect(watched(replaced, MINUTE, { grace: { sync: MINUTE } })).toBe('superseded');
    expect(look(replaced, { grace: { sync: 0 } }).outcome).toBe('superseded');
    expect(once(replaced).outcome).toBe('superseded');
  });

  test('passes if a slow rollback restores it, and is superseded at once if it is lost again', () => {
    const first = look(replaced);
    const back = objectsOf(successive([orders('app:1')], [orders('app:2')], [orders('app:3')], [orders('app:2')]));
    const synced = later(back, first, 4 * MINUTE);
    expect(synced.outcome).toBe('passed');
    expect(later(replaced, synced, 4 * MINUTE + 1).outcome).toBe('superseded');
  });

  test('is reported with the current content, its writer and the place of the difference', () => {
    const live = withMetadata(orders('app:3'), {
      managedFields: [
        { manager: 'pipeline', operation: 'Update', time: '2026-03-04T09:50:00Z' },
        { manager: 'kubectl-edit', operation: 'Update', time: '2026-03-04T09:55:00Z' },
        { manager: 'kube-controller-manager', operation: 'Update', subresource: 'status', time: '2026-03-04T09:56:00Z' },
      ],
    });
    const fleet = successive([orders('app:1')], [orders('app:2')], [orders('app:3')]);
    const snapshots = fleet.snapshots.map((snapshot) => withMetadata(snapshot, { creationTimestamp: '2026-03-04T09:50:30Z' }));
    const [reported] = evidenceOf(once(objectsOf({ ...fleet, snapshots, content: [namespaceShop(), live] })));
    expect(reported).toBe(
      "orders: the hub's object differs from the deploy at /spec/template/spec/containers/0/image: the hub has app:3, you deployed app:2; " +
        'last written 2026-03-04T09:55:00Z by kubectl-edit\nresource snapshot 1 of 2026-03-04T09:50:30Z holds it as deployed, 2 of 2026-03-04T09:50:30Z does not any more',
    );
  });

  test('never shows values that may be confidential', () => {
    const settings = (value: string): KubeObject => configMap('settings', { password: value });
    const hub = objectsOf(successive([settings('hunter2')], [settings('correct horse')]));
    const [reported] = evidenceOf(once(hub, { manifests: [settings('hunter2')] }));
    expect(reported).toContain('differs from the deploy at /data/password\n');
  });

  test('is not reported for an object that was as deployed when the gate started', () => {
    const behind = { ...successive([orders('app:1')], [orders('app:2')]), content: [namespaceShop(), orders('app:1')] };
    const lagging = look(objectsOf(behind));
    expect(lagging.outcome).toBe('waiting');
    const arrived = later(objectsOf(successive([orders('app:1')], [orders('app:2')])), lagging, MINUTE);
    expect(arrived.outcome).toBe('passed');
  });

  test('in part is reported with the replaced objects only', () => {
    const three = (value: string): readonly KubeObject[] =>
      ['a', 'b', 'c'].map((name) => configMap(name, { x: name === 'b' ? 'same' : value }));
    const hub = objectsOf(successive(three('1'), three('2'), three('3')));
    const first = look(hub, { manifests: three('2') });
    const state = later(hub, first, 5 * MINUTE, { manifests: three('2') });
    expect(state.outcome).toBe('superseded');
    expect(evidenceOf(state).map((reported) => reported.slice(0, 2))).toEqual(['a:', 'c:']);
  });
});

describe('a deploy that was there only between two checks', () => {
  const first = look(objectsOf(successive([orders('app:1')])));
  const again = (fleet: Fleet): string => later(objectsOf(fleet), first, 10_000).outcome;

  test('is superseded at once, because a snapshot since the first check has it', () => {
    expect(again(successive([orders('app:1')], [orders('app:2')], [orders('app:3')]))).toBe('superseded');
  });

  test('is still waited for if only a watch is late, or if the newest snapshot is incomplete', () => {
    expect(again({ ...successive([orders('app:1')], [orders('app:2')]), content: [namespaceShop(), orders('app:1')] })).toBe('waiting');
    const half = successive([orders('app:1')], [orders('app:2')], [orders('app:3')]);
    const [oldest, middle] = half.snapshots;
    const part = resourceSnapshot(2, [namespaceShop()], true, 2);
    expect(oldest !== undefined && middle !== undefined && again({ ...half, snapshots: [oldest, middle, part] })).toBe('waiting');
  });
});

describe('an object of the deploy that is no longer on the hub', () => {
  const settings = configMap('settings', { x: '1' });
  const removed = (takenAt: string): readonly KubeObject[] => {
    const fleet = successive([orders('app:2'), settings], [orders('app:2')]);
    return objectsOf({ ...fleet, snapshots: fleet.snapshots.map((snapshot) => withMetadata(snapshot, { creationTimestamp: takenAt })) });
  };
  const manifests = [orders('app:2'), settings];

  test('is superseded if it does not return', () => {
    expect(watched(removed('2026-03-04T09:58:00Z'), 5 * MINUTE - 1, { manifests })).toBe('waiting');
    expect(watched(removed('2026-03-04T09:58:00Z'), 5 * MINUTE, { manifests })).toBe('superseded');
  });

  test('is timed by a single check from the snapshot that lacks it', () => {
    expect(once(removed('2026-03-04T09:58:00Z'), { manifests }).outcome).toBe('superseded');
    expect(once(removed('2026-03-04T09:59:30Z'), { manifests }).outcome).toBe('waiting');
  });

  test('is looked for on the hub while the newest snapshot still holds it', () => {
    const hub = objectsOf(successive([orders('app:2'), settings])).filter(({ kind }) => kind !== 'ConfigMap');
    const steps = diagnosesIn(look(hub, { manifests })).find(({ id }) => id === 'superseded')?.remedy ?? [];
    expect(steps[0]).toMatch(/^See whether the hub has it again, and who wrote it: /);
    expect(steps.join(' ')).not.toContain('newer deploy instead');
    expect(steps.at(-1)).toMatch(/^If it is a rollback/);
  });

  test('is not confused with one of another version in a snapshot', () => {
    const scaler = (apiVersion: string, spec: object): KubeObject => ({
      apiVersion,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'orders', namespace: 'shop' },
      spec,
    });
    const former = scaler('autoscaling/v2', { metrics: [] });
    const hub = objectsOf(successive([orders('app:2'), former], [orders('app:2')]));
    const deployed = [scaler('autoscaling/v1', { targetCPUUtilizationPercentage: 80 })];
    expect(watched(hub, 10 * MINUTE, { manifests: deployed })).toBe('waiting');
  });

  test('is the cause, not the selection that is empty without it', () => {
    const hub = objectsOf(successive([settings], []));
    const first = look(hub, { manifests: [settings] });
    const state = later(hub, first, 2 * MINUTE, { manifests: [settings] });
    expect(state.placements[0]?.diagnoses.map((entry) => entry.id)).toEqual(['superseded']);
  });
});

describe('an object without a resource snapshot', () => {
  const fleet = greenFleet(['east']);
  const placement = (policy: object): KubeObject => {
    const spec = { ...(fleet.placement['spec'] as object), policy };
    return { apiVersion: API, kind: 'ClusterResourcePlacement', metadata: { name: 'shop' }, spec };
  };
  const policySnapshot = (index: number, policy: object, newest: boolean): KubeObject => {
    const labels = { [`${K}/parent-CRP`]: 'shop', [`${K}/is-latest-snapshot`]: String(newest), [`${K}/policy-index`]: String(index) };
    return { ...fleet.policySnapshot, metadata: { name: `shop-${String(index)}`, generation: 1, labels }, spec: { policy } };
  };
  const hubWith = (policy: object, former: object): readonly KubeObject[] => [
    ...objectsOf({
      ...fleet,
      placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), policy } },
      policySnapshot: policySnapshot(1, policy, true),
    }),
    policySnapshot(0, former, false),
  ];
  const fixed = (...clusterNames: readonly string[]): object => ({ placementType: 'PickFixed', clusterNames });
  const picked = (numberOfClusters: number): object => ({ placementType: 'PickN', numberOfClusters });

  test('is recorded by the scheduler if it is a policy', () => {
    const hub = hubWith(fixed('east'), fixed('west'));
    expect(watched(hub, 5 * MINUTE - 1, { manifests: [placement(fixed('west'))] })).toBe('waiting');
    expect(watched(hub, 5 * MINUTE, { manifests: [placement(fixed('west'))] })).toBe('superseded');
    expect(once(hub, { manifests: [placement(fixed('west'))] }).outcome).toBe('superseded');
  });

  test('is also recorded if the hub wrote it back without empty fields', () => {
    const written = { ...fixed('west'), tolerations: [{ key: 'team', operator: '', value: '', effect: '' }] };
    const stored = { ...fixed('west'), tolerations: [{ key: 'team', operator: 'Equal' }] };
    expect(once(hubWith(fixed('east'), stored), { manifests: [placement(written)] }).outcome).toBe('superseded');
    const other = { ...stored, tolerations: [{ key: 'team', operator: 'Exists' }] };
    expect(once(hubWith(fixed('east'), other), { manifests: [placement(written)] }).outcome).not.toBe('superseded');
  });

  test('does not record how many clusters a policy requested, and another edit is not an edit of the policy', () => {
    expect(watched(hubWith(picked(1), picked(2)), 30 * MINUTE, { manifests: [placement(picked(2))] })).toBe('waiting');
    const paused = { ...placement(fixed('east')), spec: { ...(placement(fixed('east'))['spec'] as object), revisionHistoryLimit: 3 } };
    expect(watched(hubWith(fixed('east'), fixed('east')), 30 * MINUTE, { manifests: [paused] })).toBe('waiting');
  });

  test('has snapshots of its own if it is an override', () => {
    const override = (value: string): KubeObject => ({
      apiVersion: API,
      kind: 'ResourceOverride',
      metadata: { name: 'tier', namespace: 'shop' },
      spec: {
        resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }],
        policy: { overrideRules: [{ jsonPatchOverrides: [{ op: 'add', path: '/metadata/labels', value: { tier: value } }] }] },
      },
    });
    const taken = (index: number, value: string, newest: boolean): KubeObject => ({
      apiVersion: API,
      kind: 'ResourceOverrideSnapshot',
      metadata: {
        name: `tier-${String(index)}`,
        namespace: 'shop',
        labels: { [`${K}/parent-resource-override`]: 'tier', [`${K}/is-latest-snapshot`]: String(newest) },
      },
      spec: { overrideSpec: override(value)['spec'] },
    });
    const hub = [...objectsOf(fleet), override('b'), taken(0, 'a', false), taken(1, 'b', true)];
    expect(watched(hub, 5 * MINUTE - 1, { manifests: [override('a')] })).toBe('waiting');
    expect(watched(hub, 5 * MINUTE, { manifests: [override('a')] })).toBe('superseded');
    expect(watched(hub, 30 * MINUTE, { manifests: [override('c')] })).toBe('waiting');
    // The snapshots show no labels, so a deploy that only adds or removes one may be the next.
    const labelled = (value: string): KubeObject => withMetadata(override(value), { labels: { team: 'x' } });
    const applied = (value: string): KubeObject =>
      withMetadata(labelled(value), { annotations: { [LAST_APPLIED]: JSON.stringify(labelled(value)) } });
    const holding = (live: KubeObject): readonly KubeObject[] => [...hub.filter(({ kind }) => kind !== 'ResourceOverride'), live];
    expect(watched(hub, 30 * MINUTE, { manifests: [labelled('b')] })).toBe('waiting');
    expect(watched(holding(applied('b')), 30 * MINUTE, { manifests: [override('b')] })).toBe('waiting');
    expect([labelled('b'), labelled('a')].map((manifest) => once(hub, { manifests: [manifest] }).outcome)).toEqual([
      'waiting',
      'superseded',
    ]);
  });
});

describe('an edit after kubectl apply', () => {
  const settings = (mode: string): KubeObject => configMap('settings', { mode });
  const note = { 'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } } };
  const apply = { manager: 'kubectl-client-side-apply', operation: 'Update', time: '2026-03-04T09:50:00Z' };
  const edit = { manager: 'kubectl-edit', operation: 'Update', time: '2026-03-04T09:51:00Z' };
  const hub = (applied: KubeObject, managedFields: readonly object[]): readonly KubeObject[] => {
    const live = withMetadata(settings('now'), {
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(applied) },
      managedFields,
    });
    return objectsOf(successive([live]));
  };
  const edited = [
    { ...apply, fieldsV1: note },
    { ...edit, fieldsV1: { 'f:data': { 'f:mode': {} } } },
  ];
  const manifests = [settings('deployed')];

  test('shows that the deploy was there if no snapshot does', () => {
    expect(watched(hub(settings('deployed'), edited), 5 * MINUTE, { manifests })).toBe('superseded');
    const state = once(hub(settings('deployed'), edited), { manifests });
    expect(state.outcome).toBe('superseded');
    expect(evidenceOf(state)[0]).toContain('last written 2026-03-04T09:51:00Z by kubectl-edit');
    expect(evidenceOf(state)[0]).toContain('is what was deployed, and kubectl-edit has changed it since');
  });

  test('shows nothing if something else was applied, or if the writer of a change is unknown', () => {
    expect(once(hub(settings('before'), edited), { manifests }).outcome).toBe('waiting');
    expect(once(hub(settings('deployed'), [apply, edit]), { manifests }).outcome).toBe('waiting');
  });

  test('is not found if admission changed the deploy itself', () => {
    const admitted = [
      { ...apply, fieldsV1: { ...note, 'f:data': { 'f:mode': {} } } },
      { ...edit, fieldsV1: { 'f:data': { 'f:other': {} } } },
    ];
    expect(once(hub(settings('deployed'), admitted), { manifests }).outcome).toBe('passed');
  });

  test('is found in an item of a list by its keys', () => {
    const image = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {} } } } } } };
    const live = withMetadata(orders('app:3'), {
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(orders('app:2')) },
      managedFields: [
        { ...apply, fieldsV1: note },
        { ...edit, manager: 'kubectl-set', fieldsV1: image },
      ],
    });
    const state = once(objectsOf(successive([live])));
    expect(evidenceOf(state)[0]).toContain('kubectl-set has changed it since');
  });

  test('is reported with the last writer even if nothing shows that the deploy was there', () => {
    const state = once(hub(settings('before'), [apply]), { manifests });
    const [reported] = evidenceOf(state, 'content-not-synced');
    expect(reported).toContain('at /data/mode; last written 2026-03-04T09:50:00Z by kubectl-client-side-apply');
    expect(reported).toContain('nothing shows that the hub has ever had it');
  });
});

describe('under strategy External', () => {
  const external = (fleet: Fleet): readonly KubeObject[] => {
    const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
    return objectsOf({ ...fleet, placement: { ...fleet.placement, spec } });
  };
  const held = successive([orders('app:2')]);

  test('content that was brought to all clusters passes, regardless of the current content of the hub', () => {
    const hub = external({ ...held, content: [namespaceShop(), orders('app:3')] });
    expect(look(hub).outcome).toBe('passed');
    expect(once(hub).outcome).toBe('passed');
  });

  test('content that runs, even if it is not available, is not superseded by content that no run has brought', () => {
    const conditions = clusterConditions(3)
      .slice(1)
      .map((condition) => (condition['type'] === 'Available' ? no('Available', 'NotAllWorkAreAvailable', 3) : condition));
    const hub = external({ ...held, content: [namespaceShop(), orders('app:3')], bindings: [binding('east', 0, conditions)] });
    const first = look(hub);
    const state = later(hub, first, 10 * MINUTE);
    expect(state.outcome).not.toBe('superseded');
    expect(evidenceOf(state)).toEqual([]);
    expect(once(hub).outcome).not.toBe('superseded');
  });

  test('content from which a newer run has moved the clusters away is superseded', () => {
    const hub = external(successive([orders('app:2')], [orders('app:3')]));
    const first = look(hub);
    expect(first.outcome).not.toBe('superseded');
    expect(later(hub, first, 5 * MINUTE).outcome).toBe('superseded');
  });
});

describe('an update run', () => {
  const { objects, asked } = hubFixture('superseded');
  const ofRun = gate(asked);

  test('that took the deploy, has ended and whose content was replaced is superseded at the first check, and not only preempted', () => {
    const state = ofRun.look(objects);
    expect(state.outcome).toBe('superseded');
    expect(evidenceOf(state)[0]).toMatch(/resource snapshot \d+ of \S+ holds it as deployed/);
  });

  test('that has brought the deploy everywhere still has the deploy if a workload fails and the hub has newer content', () => {
    const fleet = successive([orders('app:2')]);
    const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
    const done = (type: string): object => yes(type, 'Done', 1);
    const ended: KubeObject = {
      apiVersion: API,
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'shop-v2', generation: 1 },
      spec: { placementName: 'shop', state: 'Run' },
      status: {
        resourceSnapshotIndexUsed: '0',
        conditions: [done('Initialized'), done('Succeeded')],
        stagesStatus: [
          {
            stageName: 'all',
            clusters: [{ clusterName: 'east', conditions: [done('Started'), done('Succeeded')] }],
            conditions: [done('Succeeded')],
          },
        ],
      },
    };
    const broken = clusterConditions(3)
      .slice(1)
      .map((condition) => (condition['type'] === 'Available' ? no('Available', 'NotAllWorkAreAvailable', 3) : condition));
    const on = (bindings: readonly KubeObject[]): GateState =>
      once(
        [...objectsOf({ ...fleet, placement: { ...fleet.placement, spec }, content: [namespaceShop(), orders('app:3')], bindings }), ended],
        { targets: ['csur/shop-v2'] },
      );
    expect(on([binding('east', 0)]).outcome).toBe('passed');
    expect(on([binding('east', 0, broken)]).outcome).toBe('waiting');
    expect(on([binding('east', 1)]).outcome).toBe('superseded');
  });

  test('that took other content does not show that the deploy was there', () => {
    const older: KubeObject = {
      apiVersion: API,
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'shop-nightly' },
      spec: { placementName: 'shop', state: 'Run' },
      status: { resourceSnapshotIndexUsed: '0' },
    };
    const hub = [...objectsOf(successive([orders('app:1')])), older];
    const deploy = [...DEPLOY, { ...older, status: undefined }];
    expect(once(hub, { manifests: deploy }).outcome).toBe('waiting');
  });
});

describe('a difference that no snapshot shows', () => {
  const service = (nodePort: number, metadata: object = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'orders', namespace: 'shop', ...metadata },
    spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] },
  });
  const owned = (uid: string): object => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid }] });

  test.each([
    ['the port of a node', service(30_001), service(30_002)],
    ['an owner', service(30_001, owned('1')), service(30_001, owned('2'))],
  ])('is no sign of a newer deploy: %s', (_what, wanted, live) => {
    const fleet = greenFleet(['east'], [namespaceShop(), service(30_001)]);
    const state = gate({ manifests: [wanted] }).once({ ...fleet, content: [namespaceShop(), live] });
    expect(state.outcome).toBe('waiting');
  });
});
