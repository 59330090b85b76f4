import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  binding,
  greenFleet,
  member,
  namespaceShop,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  withStatus,
} from '../../support/fleets/fleet.ts';
import { causesIn, gate } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const { look, later } = gate();

describe('a snapshot proves the content of a deploy', () => {
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
    // An unknown reason of a later version does not decide.
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
});
