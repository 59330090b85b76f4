import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import {
  badWork,
  binding,
  clusterConditions,
  greenFleet,
  member,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  unheardMember,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, gate } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const { look, later, once } = gate();

function withStatus(fleet: Fleet, change: Readonly<Record<string, unknown>>): Fleet {
  return { ...fleet, placement: { ...fleet.placement, status: { ...(fleet.placement['status'] as object), ...change } } };
}

/** The fleet's placement as a manifest, with other fields in its spec. */
function asDeployed({ placement }: Fleet, change: Readonly<Record<string, unknown>>): KubeObject {
  const { apiVersion, kind, metadata } = placement;
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: { ...(placement['spec'] as object), ...change } };
}

describe('freshness', () => {
  test('R5 a deploy that changes nothing passes by its content at the first check', () => {
    const state = look(greenFleet(), { manifests: [orders('v1')] });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.freshness).toBe('proven');
  });

  // covers: three-conditions-are-enough
  test('R1 a placement whose conditions are all True for the snapshot before the edit does not pass', () => {
    const fleet = { ...greenFleet(), content: [namespaceShop(), orders('v2')] };
    const state = look(fleet, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual(['snapshot-not-fresh']);
  });

  test('the same placement does not pass without manifests, because the hub itself has newer content', () => {
    const state = look({ ...greenFleet(), content: [namespaceShop(), orders('v2')] });
    expect(state.outcome).toBe('waiting');
  });

  test('a placement does not pass while a field that the deploy removed is in the snapshot', () => {
    const before = orders('v1', { minReadySeconds: 30 });
    const fleet = { ...greenFleet(['east'], [namespaceShop(), before]), content: [namespaceShop(), orders('v1')] };
    expect(look(fleet, { manifests: [orders('v1')] }).outcome).toBe('waiting');
  });

  test('a change on the hub after the deploy does not make the rollout another one', () => {
    const labelled = { ...orders('v1'), metadata: { name: 'orders', namespace: 'shop', annotations: { seen: 'yes' } } };
    const fleet = { ...greenFleet(), content: [namespaceShop(), labelled] };
    expect(look(fleet, { manifests: [orders('v1')] }).outcome).toBe('passed');
  });

  test('half a deploy does not pass: one of two objects is in a later snapshot only', () => {
    const settings: KubeObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'shop' },
      data: { a: '2' },
    };
    const half = [namespaceShop(), orders('v1'), settings];
    const fleet = { ...greenFleet(['east'], half), content: [namespaceShop(), orders('v2'), settings] };
    expect(look(fleet, { manifests: [settings, orders('v2')] }).outcome).toBe('waiting');
  });

  test('a placement does not pass while a part of its snapshot is not written', () => {
    const fleet = greenFleet();
    const state = look({ ...fleet, snapshots: [resourceSnapshot(0, fleet.content, true, 2)] }, { manifests: [orders('v1')] });
    expect(state.outcome).toBe('waiting');
  });

  test('an eviction of the deploy is waited for until the hub has it and has answered it', () => {
    const manifest: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourcePlacementEviction',
      metadata: { name: 'out' },
      spec: { placementName: 'shop', clusterName: 'east' },
    };
    const judged = (status: string, type = 'Executed'): KubeObject => ({
      ...manifest,
      status: { conditions: [{ type, status, reason: 'Judged' }] },
    });
    const decide = (...live: readonly KubeObject[]): string =>
      look([...objectsOf(greenFleet()), ...live], { manifests: [manifest] }).outcome;
    expect(decide()).toBe('waiting');
    expect(decide(manifest)).toBe('waiting');
    expect(decide(judged('True'))).toBe('passed');
    expect(decide(judged('False'))).toBe('failed');
    expect(decide(judged('False', 'Valid'))).toBe('failed');
    // Something of a later version is no judgement.
    expect(decide(judged('False', 'Recorded'))).toBe('waiting');
    // Files that were written down without it.
    const hidden = { ClusterResourcePlacementEviction: { kind: 'unread' } } as const;
    const [placement] = look(greenFleet(), { manifests: [manifest], hidden }).placements;
    expect(placement).toMatchObject({ verdict: 'waiting', summary: 'eviction out is not among the objects that were read' });
  });

  // covers: only-the-latest-snapshot
  test('a placement does not pass if zero or two snapshots are marked as the latest', () => {
    const fleet = greenFleet();
    for (const latest of [false, true]) {
      const snapshots = [resourceSnapshot(0, fleet.content, latest), resourceSnapshot(1, fleet.content, latest)];
      expect(look({ ...fleet, snapshots }, { manifests: [orders('v1')] }).outcome).toBe('waiting');
    }
  });

  // covers: works-behind-changed-placement both-columns-true
  test('R14 the per-cluster index is not evidence: the binding is still on the old snapshot', () => {
    const fleet = greenFleet();
    const bent = {
      ...withStatus(fleet, { observedResourceIndex: '1' }),
      snapshots: [resourceSnapshot(0, [orders('v0')], false), resourceSnapshot(1, fleet.content, true)],
    };
    const state = look(bent, { manifests: [orders('v1')] });
    expect(state.outcome).toBe('waiting');
    expect(state.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['waiting', 'waiting']);
  });

  test.each([
    ['R2 conditions of an older generation', 3, 4],
    ['R7 conditions of a generation that does not exist yet', 9, 4],
  ])('%s', (_what, observed, generation) => {
    const fleet = withStatus(greenFleet(), { conditions: placementConditions(2, observed) });
    const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, generation } };
    expect(look({ ...fleet, placement }).outcome).toBe('waiting');
  });

  // covers: synchronized-condition-name watch-conditions-in-order
  test('R4 a placement does not pass if one condition is current and another one is old', () => {
    const conditions = placementConditions(2).map((condition, at) => (at === 5 ? { ...condition, observedGeneration: 0 } : condition));
    expect(look(withStatus(greenFleet(), { conditions })).outcome).toBe('waiting');
  });

  test.each([[undefined], ['1'], [null], [1.5]])('R7 an observedGeneration of %s neither passes nor throws', (observedGeneration) => {
    const conditions = placementConditions(2).map((condition) => ({ ...condition, observedGeneration }));
    expect(look(withStatus(greenFleet(), { conditions })).outcome).toBe('waiting');
  });

  test.each([[{}], [{ conditions: null }], [{ conditions: [] }], [null]])(
    'R9 a status of %j waits for the controller, and fails when it never comes',
    (status) => {
      const fleet = greenFleet();
      const bent = { ...fleet, placement: { ...fleet.placement, status } };
      const first = look(bent);
      expect(first.outcome).toBe('waiting');
      const after = later(bent, first, MINUTE);
      expect(after.outcome).toBe('failed');
      expect(causesIn(after)).toEqual(['placement-not-reconciled']);
    },
  );

  test('R3 new selectors with the old snapshot do not pass, although all is True at the new generation', () => {
    const fleet = greenFleet();
    const region: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop-eu' } };
    const selectors = [
      ...(fleet.placement['spec'] as { resourceSelectors: object[] }).resourceSelectors,
      { group: '', version: 'v1', kind: 'Namespace', name: 'shop-eu' },
    ];
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors: selectors } };
    const bent = { ...fleet, placement, content: [...fleet.content, region] };
    expect(look(bent, { manifests: [placement] }).outcome).toBe('waiting');
    const removed = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors: selectors.slice(1) } };
    expect(look({ ...fleet, placement: removed }, { manifests: [removed] }).outcome).toBe('waiting');
  });

  test('a placement that differs on the hub from the deployed one does not pass, for any --for', () => {
    const fleet = greenFleet();
    const deployed = asDeployed(fleet, { policy: { placementType: 'PickN', numberOfClusters: 2 } });
    for (const options of [{}, { for: 'scheduled' }] as const) {
      const state = look(fleet, { manifests: [deployed], options });
      expect(state.outcome).toBe('waiting');
      expect(causesIn(state)).toEqual(['content-not-synced', 'snapshot-not-fresh']);
    }
  });

  describe('fields that KubeFleet leaves out when it writes a placement back', () => {
    const fleet = greenFleet();
    const { strategy } = fleet.placement['spec'] as { readonly strategy: object };
    const withApplyStrategy = (applyStrategy: object): { readonly strategy: object } => ({ strategy: { ...strategy, applyStrategy } });
    const lookAt = (held: object, wanted: object): string => {
      const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), ...withApplyStrategy(held) } };
      const bindings = fleet.bindings.map((one) => ({ ...one, spec: { ...(one['spec'] as object), applyStrategy: held } }));
      return look({ ...fleet, placement, bindings }, { manifests: [asDeployed(fleet, withApplyStrategy(wanted))] }).outcome;
    };

    test.each([
      ['nothing of it', {}, { allowCoOwnership: false, whenToApply: '' }],
      ['the deployed value', { allowCoOwnership: false }, { allowCoOwnership: false }],
      ['the default', { whenToApply: 'Always', type: 'ClientSideApply' }, { whenToApply: '', type: '' }],
    ])('are not missing from it: the hub has %s', (_what, held, wanted) => {
      expect(lookAt(held, wanted)).toBe('passed');
    });

    test.each([
      ['true', { allowCoOwnership: true }, { allowCoOwnership: false }],
      ['another choice', { whenToApply: 'IfNotDrifted' }, { whenToApply: '' }],
    ])('are a difference if the hub has %s', (_what, held, wanted) => {
      expect(lookAt(held, wanted)).toBe('waiting');
    });

    test('are left out of a ResourcePlacement too, by the hub agent', () => {
      const inNamespace = { kind: 'ResourcePlacement', metadata: { name: 'shop', namespace: 'shop' } };
      const lookAtOne = (applyStrategy: object): readonly string[] => {
        const manifests = [{ ...asDeployed(fleet, withApplyStrategy(applyStrategy)), ...inNamespace }];
        return causesIn(look([{ ...fleet.placement, ...inNamespace }], { targets: ['rp/shop/shop'], manifests }));
      };
      expect(lookAtOne({ allowCoOwnership: false })).not.toContain('content-not-synced');
      expect(lookAtOne({ allowCoOwnership: true })).toContain('content-not-synced');
    });
  });

  test('a placement does not pass while its apply strategy is not on the bindings', () => {
    const fleet = greenFleet();
    const strategy = { type: 'RollingUpdate', applyStrategy: { type: 'ServerSideApply' } };
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy } };
    expect(look({ ...fleet, placement }).outcome).toBe('waiting');
  });

  test('a placement does not pass while a deselected cluster is being cleaned', () => {
    const fleet = greenFleet();
    const old = binding('south', 0, [], { state: 'Unscheduled' });
    const fleetWithOld = { ...fleet, bindings: [...fleet.bindings, old] };
    const state = look({ ...fleetWithOld, members: [...fleet.members, member('south', 10)] });
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual(['binding-deleting south']);
    // One that has left the fleet is out of KubeFleet's reach, and its binding may stay for ever.
    expect(look(fleetWithOld).outcome).toBe('passed');
    // One that does not name its cluster may be of any.
    const nameless = { ...old, spec: {}, metadata: { ...old.metadata, deletionTimestamp: '2026-03-04T09:00:00Z' } };
    expect(look({ ...fleet, bindings: [...fleet.bindings, nameless] }).outcome).toBe('waiting');
  });

  test('R28 a newer change supersedes the deploy', () => {
    const before = { ...greenFleet(), content: [namespaceShop(), orders('v2')] };
    const first = look(before, { manifests: [orders('v2')] });
    const state = later({ ...before, content: [namespaceShop(), orders('v3')] }, first, 1000, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('superseded');
  });

  test('content that never reached the hub is waited for, not reported as superseded', () => {
    const state = look(greenFleet(), { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waiting');
    expect(later(greenFleet(), state, 30 * MINUTE, { manifests: [orders('v2')] }).outcome).toBe('waiting');
  });

  test('an object that the deploy removed from the hub must leave the snapshot as well', () => {
    const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
    const held = greenFleet(['east'], [namespaceShop(), orders('v1'), settings]);
    const pruned = { ...held, content: [namespaceShop(), orders('v1')] };
    const first = look(pruned, { manifests: [orders('v1')] });
    expect(first.outcome).toBe('waiting');
    expect(later(greenFleet(['east']), first, 20_000, { manifests: [orders('v1')] }).outcome).toBe('passed');
    const after = later(pruned, first, 60 * MINUTE, { manifests: [orders('v1')] });
    expect(after.outcome).toBe('waiting');
    expect(causesIn(after)).toEqual(['snapshot-not-fresh']);
    expect(after.placements[0]?.summary).toContain('still holds what was removed from the hub: ConfigMap settings');
  });

  test('an object that the selectors no longer match does not pass while the snapshot has it', () => {
    const team: KubeObject = { ...namespaceShop(), metadata: { name: 'team', labels: { 'kubernetes.io/metadata.name': 'team' } } };
    const fleet = greenFleet(['east'], [namespaceShop(), orders('v1'), team]);
    const first = look(fleet, { manifests: [orders('v1')] });
    expect(later(fleet, first, 60 * MINUTE, { manifests: [orders('v1')] }).outcome).toBe('waiting');
    expect(look(greenFleet(['east']), { manifests: [orders('v1')] }).outcome).toBe('passed');
  });

  test('an object that waits on the hub for its finalizer is treated as removed as well', () => {
    const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };
    const leaving = { ...settings, metadata: { ...settings.metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    const held = greenFleet(['east'], [namespaceShop(), orders('v1'), settings]);
    const manifests = [orders('v1')];
    const first = look({ ...held, content: [namespaceShop(), orders('v1'), leaving] }, { manifests });
    expect(later({ ...held, content: [namespaceShop(), orders('v1'), leaving] }, first, 60 * MINUTE, { manifests }).outcome).toBe(
      'waiting',
    );
    expect(
      later({ ...greenFleet(['east']), content: [namespaceShop(), orders('v1'), leaving] }, first, MINUTE, { manifests }).outcome,
    ).toBe('passed');
  });

  test('an object that the hub returns in another API version is not a difference', () => {
    const scaler = (apiVersion: string, spec: object): KubeObject => ({
      apiVersion,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'orders', namespace: 'shop' },
      spec,
    });
    const held = scaler('autoscaling/v2', { metrics: [] });
    const deployed = [scaler('autoscaling/v1', { targetCPUUtilizationPercentage: 80 })];
    const fleet = greenFleet(['east'], [namespaceShop(), held]);
    const first = look(fleet, { manifests: deployed });
    expect(first.outcome).toBe('waiting');
    const after = later(fleet, first, MINUTE, { manifests: deployed });
    expect(after.outcome).toBe('passed');
    expect(after.placements[0]?.freshness).toBe('assumed');
  });

  test('an object of the deploy that is removed again is superseded if it does not return', () => {
    const manifests = [orders('v1')];
    const removed = { ...greenFleet(), content: [namespaceShop()] };
    const first = look(greenFleet(), { manifests });
    const gone = later(removed, first, 1000, { manifests });
    expect(gone.outcome).toBe('waiting');
    expect(later(greenFleet(), gone, 5000, { manifests }).outcome).toBe('passed');
    const state = later(removed, gone, 61_000, { manifests });
    expect(state.outcome).toBe('superseded');
    expect(causesIn(state)).toContain('superseded');
  });

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

describe('verdicts', () => {
  const content = [namespaceShop(), orders('v1')];
  const workload = content[1] ?? namespaceShop();

  /** East is good; west stands at `stage` for this reason, with this Work. */
  function westAt(stage: string, reason: string, westWork?: KubeObject, message = reason): Fleet {
    const fleet = greenFleet(['east', 'west'], content);
    const good = clusterConditions(3).slice(1);
    const at = good.findIndex((condition) => condition['type'] === stage);
    const conditions = [...good.slice(0, at), no(stage, reason, 3, message)];
    const statuses = [
      { clusterName: 'east', conditions: clusterConditions(1) },
      { clusterName: 'west', conditions: [...clusterConditions(1).slice(0, at + 1), no(stage, reason, 1, message)] },
    ];
    const top = placementConditions(2);
    const bent = withStatus(fleet, {
      placementStatuses: statuses,
      conditions: [...top.slice(0, at + 1), { ...top[at + 1], status: 'False' }],
    });
    return {
      ...bent,
      bindings: [fleet.bindings[0] ?? fleet.placement, binding('west', 0, conditions)],
      works: [work('east', 0, content), ...(westWork === undefined ? [] : [westWork])],
    };
  }

  const refused = (text: string): Fleet =>
    westAt(
      'Applied',
      'NotAllWorkHaveBeenApplied',
      badWork('west', 0, content, workload, no('Applied', 'ManifestApplyFailed', 0, `Failed to apply the manifest (error: ${text})`)),
      'Work object shop-work has failed to apply',
    );

  test('R16 applying is not a failure, however long it takes', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(later(fleet, first, 20 * MINUTE).outcome).toBe('waiting');
  });

  test.each([
    ['configmaps "a" is forbidden: exceeded quota: team', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: failed quota: team: must specify limits.cpu for: main', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2', 'apply-quota-exceeded', 5 * MINUTE],
    ['pods "a" is forbidden: [cpu max limit to request ratio per Pod is 2, but provided ratio is 4]', 'apply-quota-exceeded', 5 * MINUTE],
    [
      `deployments.apps "orders" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      'apply-denied-by-policy',
      5 * MINUTE,
    ],
    ['admission webhook "guard.example.com" denied the request: no', 'apply-denied-by-policy', 5 * MINUTE],
    ['Deployment.apps "orders" is invalid: spec.selector: Invalid value: {}: field is immutable', 'apply-immutable-field', 0],
    ['Deployment.apps "orders" is invalid: spec.replicas: Invalid value: -1: must be greater', 'apply-rejected-invalid', 0],
    ['deployments.apps is forbidden: User "system:serviceaccount:fleet-system:agent" cannot create resource', 'apply-agent-forbidden', 0],
    [
      'deployments.apps "orders" is forbidden: unable to create new content in namespace shop because it is being terminated',
      'apply-namespace-terminating',
      5 * MINUTE,
    ],
    ['namespaces "shop" not found', 'apply-namespace-missing', 5 * MINUTE],
    ['Internal error occurred: failed calling webhook "guard": dial tcp: connection refused', 'apply-transient-error', 5 * MINUTE],
    ['an error of an unknown kind', 'apply-error', 5 * MINUTE],
  ])('%s', (text, id, grace) => {
    const fleet = refused(text);
    const first = look(fleet);
    expect(first.outcome).toBe(grace === 0 ? 'failed' : 'waiting');
    const state = later(fleet, first, grace);
    expect(state.outcome).toBe('failed');
    expect(causesIn(state)).toEqual([`${id} west`]);
    expect(state.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['passed', 'failed']);
  });

  test('the same failure on another cluster that is seen a little later is in the same report', () => {
    const refusedOn = (clusters: readonly string[]): Fleet => {
      const base = refused('exceeded quota: team');
      const denial = no('Applied', 'ManifestApplyFailed', 0, 'Failed to apply the manifest (error: exceeded quota: team)');
      const bad = (cluster: string): KubeObject => badWork(cluster, 0, content, workload, denial);
      const conditions = [...clusterConditions(3).slice(1, 4), no('Applied', 'NotAllWorkHaveBeenApplied', 3)];
      return {
        ...base,
        bindings: ['east', 'west'].map((cluster) => (clusters.includes(cluster) ? binding(cluster, 0, conditions) : binding(cluster, 0))),
        works: ['east', 'west'].map((cluster) => (clusters.includes(cluster) ? bad(cluster) : work(cluster, 0, content))),
      };
    };
    const both = refusedOn(['east', 'west']);
    const first = look(refusedOn(['west']));
    const soon = later(both, later(both, first, 20_000), 5 * MINUTE);
    expect(soon.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['failed', 'failed']);
    const late = later(both, later(both, first, MINUTE), 5 * MINUTE);
    expect(late.placements[0]?.clusters.map((cluster) => cluster.verdict)).toEqual(['waiting', 'failed']);
  });

  test('R20 a failure that recovers is forgotten, one that changes its message is not', () => {
    const webhook = refused('failed calling webhook "guard"');
    const quota = refused('exceeded quota: team');
    const first = look(webhook);
    const changed = later(quota, first, 4 * MINUTE);
    expect(later(webhook, changed, 5 * MINUTE).outcome).toBe('failed');
    const healed = later(greenFleet(['east', 'west'], content), first, 4 * MINUTE);
    expect(healed.outcome).toBe('passed');
    expect(later(webhook, healed, 6 * MINUTE).outcome).toBe('waiting');
  });

  test('R19 a moment of "applying" between two failures is not a recovery', () => {
    const webhook = refused('failed calling webhook "guard"');
    const applying = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const between = later(applying, look(webhook), 2 * MINUTE);
    expect(later(webhook, between, 5 * MINUTE).outcome).toBe('failed');
  });

  test('R21 a cluster that failed is named although the placement only has Unknown', () => {
    const fleet = refused('field is immutable');
    const top = placementConditions(2).slice(0, 4);
    const unknown = { ...yes('ClusterResourcePlacementApplied', 'ApplyPending', 1), status: 'Unknown' };
    expect(causesIn(look(withStatus(fleet, { conditions: [...top, unknown] })))).toEqual(['apply-immutable-field west']);
  });

  test('R23 a failure of the content before this deploy is not a failure of this deploy', () => {
    const fleet = { ...refused('field is immutable'), content: [namespaceShop(), orders('v2')] };
    const state = look(fleet, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual(['snapshot-not-fresh']);
  });

  test('R22 a permanent refusal fails at the first check', () => {
    const state = look(refused('field is immutable'));
    expect(state.outcome).toBe('failed');
    expect(causesIn(state)).toEqual(['apply-immutable-field west']);
  });

  test('R24 a list of failures that ends at a hundred may be incomplete; the Works have the rest', () => {
    const many = Array.from({ length: 101 }, (_, at): KubeObject => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `c${String(at)}`, namespace: 'shop' },
    }));
    const denial = no('Applied', 'ManifestApplyFailed', 0, 'field is immutable');
    const failedPlacements = many
      .slice(0, 100)
      .map((object) => ({ version: 'v1', kind: object.kind, name: object.metadata.name, namespace: 'shop', condition: denial }));
    const base = westAt('Applied', 'NotAllWorkHaveBeenApplied', undefined, 'Work object shop-work has failed to apply');
    const [east, west] = base.bindings;
    const listed = [east, west && { ...west, status: { ...(west['status'] as object), failedPlacements } }].flatMap((found) => found ?? []);
    const blind = look({ ...base, works: [work('east', 0, content)], bindings: listed });
    expect(causesIn(blind)).toHaveLength(100);
    expect(blind.placements[0]?.diagnoses[0]?.evidence.join(' ')).toContain('there may be more');
    const whole = badWork('west', 0, many, namespaceShop(), denial);
    const manifestConditions = many.map((object, ordinal) => ({
      identifier: { ordinal, version: 'v1', kind: object.kind, name: object.metadata.name, namespace: 'shop' },
      conditions: [denial],
    }));
    const bad = { ...whole, status: { ...(whole['status'] as object), manifestConditions } };
    expect(causesIn(look({ ...base, works: [work('east', 0, content), bad], bindings: listed }))).toHaveLength(101);
  });

  test('R25 a placement that is not followed does not delay the gate', () => {
    const fleet = greenFleet();
    const other = { ...fleet.placement, metadata: { name: 'other', uid: 'u2', generation: 1 }, status: {} };
    expect(look([...objectsOf(fleet), other]).outcome).toBe('passed');
  });

  test('a failure that the placement still reports, but no binding does, is over', () => {
    const fleet = greenFleet(['east', 'west'], content);
    const stale = [...clusterConditions(1).slice(0, 2), no('Overridden', 'OverriddenFailed', 1, 'label key x not found on cluster west')];
    const statuses = [
      { clusterName: 'east', conditions: clusterConditions(1) },
      { clusterName: 'west', conditions: stale },
    ];
    const state = look(withStatus(fleet, { placementStatuses: statuses }));
    expect(state.outcome).toBe('waiting');
    expect(causesIn(state)).toEqual([]);
  });

  test('an unknown reason is quoted, is a suspect, and never passes', () => {
    const fleet = westAt('Applied', 'QuantumEntangled');
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(fleet, first, 5 * MINUTE))).toEqual(['undocumented west']);
  });

  test('an unknown reason is not explained by Works without a failure, nor by a later step in them', () => {
    const unavailable = badWork('west', 0, content, orders('v1'), no('Available', 'ManifestNotAvailableYet'));
    for (const held of [work('west', 0, content), unavailable]) {
      const fleet = westAt('Applied', 'QuantumEntangled', held);
      expect(causesIn(later(fleet, look(fleet), 6 * MINUTE))).toEqual(['undocumented west']);
    }
  });

  test('R30 a silent member is named, and each of them if the whole fleet is silent', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    expect(causesIn(look({ ...fleet, members: [member('east', 20), member('west', 400)] }))).toContain('member-silent west');
    expect(causesIn(look({ ...fleet, members: [member('east', 390), member('west', 400)] }))).toEqual([
      'member-silent east',
      'member-silent west',
      'apply-in-progress west',
    ]);
  });

  test.each<[string, readonly number[], readonly string[], (readonly string[])?]>([
    ['one of two', [20, 400], ['member-silent terminal west']],
    // A gate that watches waits for the next heartbeat of the one that was heard last: the clocks may differ.
    ['all of two', [1_728_000, 400], ['member-silent terminal east'], ['member-silent terminal east', 'member-silent terminal west']],
    ['two of two for less than five minutes', [190, 290], ['member-silent suspect east', 'member-silent suspect west']],
    ['one of two for two of its periods', [20, 170], []],
  ])('an available rollout does not pass if %s members are silent', (_, ages, watched, single = watched) => {
    const [east = 0, west = 0] = ages;
    const fleet = { ...greenFleet(), members: [member('east', east), member('west', west)] };
    for (const [state, wanted] of [
      [look(fleet), watched],
      [once(fleet), single],
    ] as const) {
      expect(diagnosesIn(state).map(({ id, outcome, cluster }) => `${id} ${outcome} ${cluster ?? ''}`)).toEqual(wanted);
      expect(state.outcome === 'passed').toBe(wanted.length === 0);
      for (const { cluster } of diagnosesIn(state))
        expect(state.placements[0]?.clusters.find(({ name }) => name === cluster)?.verdict).not.toBe('passed');
    }
  });

  test('a member without any heartbeat prevents a pass from the start, and fails the gate five minutes after its creation', () => {
    for (const [west, outcome] of [
      [unheardMember('west'), 'waiting'],
      [unheardMember('west', 0), 'waiting'],
      [unheardMember('west', MINUTE), 'waiting'],
      [unheardMember('west', 4 * MINUTE), 'waiting'],
      [unheardMember('west', 6 * MINUTE), 'failed'],
    ] as const)
      for (const state of [once, look].map((judged) => judged({ ...greenFleet(), members: [member('east', 20), west] }))) {
        expect(state.outcome, JSON.stringify(west.metadata)).toBe(outcome);
        expect(diagnosesIn(state).map(({ id, cluster, title }) => [id, cluster, title])).toEqual([
          ['member-silent', 'west', 'The hub has no heartbeat of the member'],
        ]);
      }
  });

  test('a member that is named as never heard is described by what its status lacks', () => {
    const [found] = diagnosesIn(once({ ...greenFleet(), members: [member('east', 20), unheardMember('west', MINUTE)] }));
    expect(found?.explain).toBe(
      'The status of west on the hub has no heartbeat, and the MemberCluster is 60 s old. What it runs now is not known.',
    );
    expect(found?.remedy[0]).toBe(
      'See what the hub knows about it: `kubectl --context "<context of the hub>" get memberclusters west -o yaml`',
    );
  });

  test('a fleet whose members are all silent is reported as one cause', () => {
    const [found] = diagnosesIn(once({ ...greenFleet(), members: [member('east', 400), member('west', 400)] }));
    expect(found).toMatchObject({ title: 'No member of the fleet answers' });
    expect(found?.explain).toContain('it is not verified what any of them runs');
  });

  test('a member with a long heartbeat period is not silent while it keeps that period', () => {
    const fleet = westAt('Applied', 'ApplyInProgress', work('west', 0, content, {}));
    const slow = { ...member('west', 500), spec: { heartbeatPeriodSeconds: 600 } };
    expect(look({ ...fleet, members: [member('east', 20), slow] }).outcome).toBe('waiting');
  });

  test.each([
    ['without a message', { status: 'Unknown', message: '' }, 'Available is Unknown (Available)'],
    ['of another generation', { observedGeneration: 0 }, 'Available is not reported yet for generation 1'],
    ['with a message', { status: 'False', message: 'two pods are missing' }, 'two pods are missing'],
  ])('a condition of the placement %s is described as what it is', (_, change, summary) => {
    const conditions = placementConditions(2).map((each) =>
      each['type'] === 'ClusterResourcePlacementAvailable' ? { ...each, reason: 'Available', ...change } : each,
    );
    expect(once(withStatus(greenFleet(), { conditions })).placements[0]).toMatchObject({ verdict: 'waiting', summary });
  });

  test('R10 PickAll that picks no cluster fails after a grace', () => {
    const fleet = withStatus(greenFleet([]), { conditions: placementConditions(0).slice(0, 1), placementStatuses: [] });
    const first = look(fleet);
    expect(first.outcome).toBe('waiting');
    expect(causesIn(later(fleet, first, MINUTE))).toEqual(['scheduled-zero-clusters']);
    expect(look(fleet, { options: { allowEmpty: true } }).outcome).toBe('passed');
  });

  test('R12 an untrackable workload passes as not verified', () => {
    const fleet = greenFleet(['east']);
    const blind = clusterConditions(3)
      .slice(1)
      .map((condition) => (condition['type'] === 'Available' ? { ...condition, reason: 'NotAllWorkAreAvailabilityTrackable' } : condition));
    const state = look({ ...fleet, bindings: [binding('east', 0, blind)] });
    expect(state.outcome).toBe('passed');
    expect(state.placements[0]?.verdict).toBe('notVerified');
  });

  test('R13 External: a placement that is available on the old index waits for a person', () => {
    const fleet = greenFleet();
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
    const state = look({ ...fleet, placement, content: [namespaceShop(), orders('v2')] }, { manifests: [orders('v2')] });
    expect(state.outcome).toBe('waitingForPerson');
    expect(causesIn(state)).toContain('external-run-missing');
  });

  test('External: files without a run do not show that no run is active', () => {
    const fleet = greenFleet();
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } };
    const hub = { ...fleet, placement, content: [namespaceShop(), orders('v2')] };
    const titleOf = (hidden: Asked['hidden']): string | undefined =>
      diagnosesIn(once(hub, { manifests: [orders('v2')], hidden })).find(({ id }) => id === 'external-run-missing')?.title;
    expect(titleOf({})).toBe('No update run rolls this out');
    expect(titleOf({ ClusterStagedUpdateRun: { kind: 'unread' } })).toBe('No update run that rolls this out was read');
  });

  test('R8 a placement that is deleted and created again is followed from the start', () => {
    const fleet = greenFleet();
    const first = look(fleet);
    const gone = later(objectsOf(fleet).slice(1), first, 1000);
    expect(causesIn(gone)).toEqual(['placement-deleting']);
    expect(gone.complete).toBe(false);
    const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, uid: 'uid-other' } };
    expect(later({ ...fleet, placement }, gone, 2000).outcome).toBe('passed');
  });

  test('a placement that does not exist is named', () => {
    expect(causesIn(look([]))).toEqual(['placement-not-found']);
  });

  test('a placement is not reported as missing on the hub if the files have no placements', () => {
    const told = (hidden: Asked['hidden']): readonly string[] =>
      diagnosesIn(once([], { hidden })).map(({ title, remedy }) => `${title}: ${remedy[0] ?? ''}`);
    expect(told({ ClusterResourcePlacement: { kind: 'unread' } })[0]).toMatch(/^No object of its kind was read: Add it to the files/);
    expect(told({})[0]).toMatch(/^The placement is not on the hub: Check the name/);
  });

  test('a placement with a similar name is suggested', () => {
    const [placement] = look(greenFleet(), { targets: ['crp/shpo'] }).placements;
    expect(placement?.summary).toBe('ClusterResourcePlacement/shpo is not on the hub; did you mean shop?');
  });

  test('a run that was deleted before the first check is reported as a run', () => {
    const run = { apiVersion: 'placement.kubernetes-fleet.io/v1', kind: 'ClusterStagedUpdateRun', metadata: { name: 'shop-1' } };
    const told = (state: GateState): readonly string[] => diagnosesIn(state).map(({ id, outcome, title }) => `${id} ${outcome}: ${title}`);
    expect(told(once([], { targets: ['csur/shop-1'] }))).toEqual(['placement-not-found terminal: The update run is not on the hub']);
    const awaited = look([], { targets: ['csur/shop-1'], manifests: [run] });
    expect(told(awaited)).toEqual(['placement-not-found suspect: The update run is not on the hub']);
    expect(told(look([]))).toEqual(['placement-not-found terminal: The placement is not on the hub']);
  });

  test('a named run that does not exist gets two minutes to be created', () => {
    const targets = ['csur/shop-1'];
    const first = look([], { targets });
    expect(first.outcome).toBe('waiting');
    expect(later([], first, 119_000, { targets }).outcome).toBe('waiting');
    expect(later([], first, 120_000, { targets }).outcome).toBe('failed');
  });

  test('a placement of the deploy that does not exist yet may still be created by a GitOps controller', () => {
    const fleet = greenFleet();
    const manifests = objectsOf(fleet);
    const first = look([], { manifests });
    expect(first.outcome).toBe('waiting');
    expect(first.placements[0]?.verdict).toBe('waiting');
    expect(later([], first, 299_000, { manifests }).outcome).toBe('waiting');
    expect(later(fleet, first, 299_000).outcome).toBe('passed');
    const late = later([], first, 301_000, { manifests });
    expect(late.outcome).toBe('failed');
    expect(causesIn(late)).toEqual(['placement-not-found']);
  });
});
