import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { greenFleet, namespaceShop, objectsOf, orders, yes, type Fleet, withStatus } from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, gate } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const { look, later, once } = gate();

describe('the objects that a placement selects', () => {
  test('an object that the selectors match and KubeFleet leaves out fails after the snapshot delay', () => {
    const account: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } };
    const fleet = greenFleet();
    const bent = { ...fleet, content: [...fleet.content, account] };
    const first = look(bent, { manifests: [account] });
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(bent, first, MINUTE, { manifests: [account] }))).toEqual(['content-not-selected']);
  });

  test('an object of a kind that the selectors name but do not match is not missed', () => {
    const europe: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop-eu' } };
    const inEurope = { ...orders('v1'), metadata: { name: 'orders', namespace: 'shop-eu' } };
    const labelled = { ...namespaceShop(), metadata: { name: 'shop', labels: { team: 'shop' } } };
    const content = [labelled, orders('v1')];
    const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', labelSelector: { matchLabels: { team: 'shop' } } }];
    const fleet = greenFleet(['east'], content);
    const byLabel = {
      ...fleet,
      placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors } },
    };
    const manifests = [...content, europe, inEurope];
    const passes = (bent: Fleet): void => {
      const state = look({ ...bent, content: [...bent.content, europe, inEurope] }, { manifests });
      expect(state.outcome).toBe('passed');
      expect(state.placements[0]?.freshness).toBe('proven');
    };
    passes(byLabel);
    passes(fleet);
  });

  test('a workload that a ResourcePlacement excludes by its label is not missed', () => {
    const fleet = greenFleet(['east'], [namespaceShop()]);
    const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceOnly' }];
    const narrow = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors } };
    const manifests = [namespaceShop(), orders('v1')];
    const labelSelector = { matchLabels: { place: 'me' } };
    const other: KubeObject = {
      apiVersion: narrow.apiVersion,
      kind: 'ResourcePlacement',
      metadata: { name: 'orders', namespace: 'shop' },
      spec: { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', labelSelector }] },
    };
    const hub = objectsOf({ ...fleet, placement: narrow, content: manifests });
    expect(look([...hub, other], { manifests }).outcome).toBe('passed');
  });

  test('a Pod or a ReplicaSet of the deploy that the hub refuses is reported', () => {
    const fleet = greenFleet();
    const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'debug', namespace: 'shop' } };
    const set: KubeObject = { ...orders('v1'), kind: 'ReplicaSet', metadata: { name: 'set', namespace: 'shop' } };
    const ask = (manifests: readonly KubeObject[], ms: number): GateState => later(fleet, look(fleet, { manifests }), ms, { manifests });
    expect(ask([orders('v1'), pod], MINUTE).outcome).toBe('failed');
    expect(causesIn(ask([orders('v1'), pod], MINUTE))).toEqual(['content-refused-by-hub']);
    expect(ask([orders('v1'), set], MINUTE).outcome).toBe('waiting');
    expect(causesIn(ask([orders('v1'), set], 5 * MINUTE))).toEqual(['content-refused-by-hub']);
    expect(ask([orders('v1'), { ...pod, metadata: { name: 'debug', namespace: 'other' } }], MINUTE).outcome).toBe('passed');
    const allowed = { ...fleet, content: [...fleet.content, pod] };
    const there = look(allowed, { manifests: [orders('v1'), pod] });
    expect(causesIn(later(allowed, there, MINUTE, { manifests: [orders('v1'), pod] }))).toEqual(['content-not-selected']);
  });

  test('the advice is to change an object of a new kind that KubeFleet missed, but not one that it never places', () => {
    const widget: KubeObject = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };
    const account: KubeObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } };
    const claim: KubeObject = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop' } };
    const toldOf = (object: KubeObject): string => {
      const fleet = greenFleet();
      const hub = { ...fleet, content: [...fleet.content, object] };
      const manifests = [orders('v1'), object];
      const { placements } = later(hub, look(hub, { manifests }), MINUTE, { manifests });
      const { title = '', remedy = [] } = placements[0]?.diagnoses.find(({ id }) => id === 'content-not-selected') ?? {};
      return `${title}: ${remedy.join(' ')}`;
    };
    expect(toldOf(widget)).toContain('is not selected: Compare the selectors');
    expect(toldOf(widget)).toContain(' annotate widget.example.com/w -n shop --overwrite');
    expect(toldOf(account)).toMatch(/^KubeFleet never places such an object: KubeFleet never places a Pod/);
    const leaving = { ...account, metadata: { ...account.metadata, name: 'ci', deletionTimestamp: '2026-03-04T09:00:00Z' } };
    expect(toldOf(leaving)).toContain('is not selected: ');
    const secret: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'shop' }, type: 'Opaque', data: {} };
    for (const own of [secret, { ...account, metadata: { name: 'ci', namespace: 'shop' } }])
      expect(toldOf(own)).toContain('is not selected: Compare the selectors');
    expect(toldOf(claim)).toMatch(/^The hub does not place PersistentVolumeClaims: Wrap/);
  });

  test('a workload in a selected namespace that no placement selects fails after the snapshot delay', () => {
    const fleet = greenFleet(['east'], [namespaceShop()]);
    const resourceSelectors = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceOnly' }];
    const narrow = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors } };
    const hub = objectsOf({ ...fleet, placement: narrow, content: [namespaceShop(), orders('v1')] });
    const manifests = [namespaceShop(), orders('v1')];
    const first = look(hub, { manifests });
    expect(first.outcome).toBe('waiting');
    const state = later(hub, first, MINUTE, { manifests });
    expect(causesIn(state)).toEqual(['content-not-selected']);
    const other: KubeObject = {
      apiVersion: narrow.apiVersion,
      kind: 'ResourcePlacement',
      metadata: { name: 'orders', namespace: 'shop' },
      spec: { resourceSelectors: [{ group: 'apps', version: 'v1', kind: 'Deployment', name: 'orders' }] },
    };
    expect(look([...hub, other], { manifests }).outcome).toBe('passed');
    const filed = (objects: readonly KubeObject[]): GateState =>
      once(objects, { manifests, hidden: { ResourcePlacement: { kind: 'unread' } } });
    expect(causesIn(filed(hub))).toEqual(['content-not-selected']);
    expect(filed(hub.filter(({ kind }) => kind !== 'Deployment')).outcome).toBe('passed');
  });

  test('files without a binding are complete if no cluster is picked', () => {
    const fleet = withStatus(greenFleet([]), {
      conditions: [yes('ClusterResourcePlacementScheduled', 'SchedulingPolicyFulfilled', 1)],
      placementStatuses: [],
    });
    const options = { allowEmpty: true };
    const ask = (visibility: Visibility): string => once(fleet, { options, hidden: { ClusterResourceBinding: visibility } }).outcome;
    expect(ask({ kind: 'unread' })).toBe('passed');
    expect(ask({ kind: 'denied', message: 'forbidden' })).toBe('waiting');
  });

  test('an object that no selector matches is not waited for', () => {
    const role: KubeObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'hub-only' } };
    expect(look(greenFleet(), { manifests: [orders('v1'), role] }).outcome).toBe('passed');
  });

  test('a snapshot that is still empty does not show which objects the selectors match now', () => {
    const fleet = greenFleet(['east'], []);
    const other: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop-eu' } };
    const manifests = [other];
    const filled = { ...fleet, content: [namespaceShop(), other] };
    const first = look(filled, { manifests });
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(filled, first, MINUTE, { manifests }))).not.toContain('selection-empty');
    const empty = { ...fleet, content: [other] };
    expect(causesIn(later(empty, look(empty, { manifests }), MINUTE, { manifests }))).toEqual(['selection-empty']);
  });

  test('the status shows the selected objects if snapshots cannot be read', () => {
    const hidden = { ClusterResourceSnapshot: { kind: 'denied', message: 'forbidden' } } as const;
    const selectedResources = [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }];
    const all = [...selectedResources, { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' }];
    const after = (selected: readonly object[]): GateState => {
      const fleet = withStatus(greenFleet(), { selectedResources: selected });
      const first = look(fleet, { manifests: [orders('v1')], hidden });
      const second = later(fleet, first, MINUTE, { manifests: [orders('v1')], hidden });
      return later(fleet, second, 2 * MINUTE, { manifests: [orders('v1')], hidden });
    };
    expect(after(all).outcome).toBe('passed');
    expect(causesIn(after(selectedResources))).toEqual(['content-not-selected']);
    expect(causesIn(after([]))).toEqual(['selection-empty']);
  });

  test('a fact that only unreadable objects of the hub would show is waited for', () => {
    const hidden = { Deployment: { kind: 'denied', message: 'forbidden' } } as const;
    const first = look(greenFleet(), { hidden });
    expect(first.outcome).toBe('waiting');
    const state = later(greenFleet(), first, MINUTE, { hidden });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.freshness).toBe('assumed');
  });

  test('R11 a placement without selected objects is reported, and fails after its grace', () => {
    const fleet = greenFleet(['east'], []);
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(fleet, first, MINUTE))).toEqual(['selection-empty']);
    expect(look(fleet, { options: { allowEmpty: true } }).outcome).toBe('passed');
  });

  test('a placement waits while the objects that it would select are being deleted on the hub, and they are named', () => {
    const { metadata, ...namespace } = namespaceShop();
    const leaving = { ...namespace, metadata: { ...metadata, deletionTimestamp: '2026-03-04T09:30:00Z' } };
    const told = (content: readonly KubeObject[]): readonly (readonly unknown[])[] => {
      const fleet = { ...greenFleet(['east'], []), content };
      return diagnosesIn(later(fleet, look(fleet), MINUTE)).map(({ id, title, evidence }) => [id, title, evidence[1]]);
    };
    const since = 'Namespace/shop is being deleted since 2026-03-04T09:30:00Z';
    expect(told([leaving])).toEqual([['selection-empty', 'What is selected is being deleted on the hub', since]]);
    const [other] = told([{ ...leaving, metadata: { ...leaving.metadata, name: 'other' } }]);
    expect(other?.slice(0, 2)).toEqual(['selection-empty', 'Nothing is selected']);
  });
});
