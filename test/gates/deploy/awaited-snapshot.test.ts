import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { finishedFleet, stagedObjects } from '../../support/fleets/staged-fleet.ts';
import { gate } from '../../support/gate/gate.ts';

const MINUTE = 60_000;
const CONTENT = [namespaceShop(), orders('v1')];
const SETTINGS: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { a: '1' } };
const NEW_CONTENT = [...CONTENT, SETTINGS];
/** Without manifests only kinds of the snapshot are read, so the hub's ConfigMap is not. */
const { look, later, once, play } = gate({ hidden: { ConfigMap: { kind: 'unread' } } });

/** The fleet's snapshot, with the time at which the hub saw other content and the time at which it took the snapshot. */
function noted(seenAt: string | undefined, takenAt = '2026-03-04T09:00:00Z'): KubeObject {
  const snapshot = resourceSnapshot(0, CONTENT, true);
  const seen = seenAt === undefined ? {} : { 'kubernetes-fleet.io/next-resource-snapshot-candidate-detection-time': seenAt };
  const annotations = { ...snapshot.metadata.annotations, ...seen };
  return { ...snapshot, metadata: { ...snapshot.metadata, annotations, creationTimestamp: takenAt } };
}

function fleetOf(...snapshot: Parameters<typeof noted>): readonly KubeObject[] {
  return objectsOf({ ...greenFleet(['east'], CONTENT), snapshots: [noted(...snapshot)], content: NEW_CONTENT });
}

describe('a deploy that adds the first object of a kind, gated without manifests', () => {
  test('does not pass before the next snapshot is there, if the hub has noted that it saw other content', async () => {
    const before = fleetOf('2026-03-04T10:00:00Z');
    const taken = { ...noted('2026-03-04T10:00:00Z'), metadata: resourceSnapshot(0, CONTENT, false).metadata };
    const now = { ...greenFleet(['east'], NEW_CONTENT) };
    const status = { ...(now.placement['status'] as object), observedResourceIndex: '1' };
    const next = { ...resourceSnapshot(1, NEW_CONTENT, true) };
    const moved = greenFleet(['east'], NEW_CONTENT);
    const after = objectsOf({
      ...now,
      placement: { ...now.placement, status },
      snapshots: [taken, next],
      bindings: moved.bindings.map((each) => ({ ...each, spec: { ...(each['spec'] as object), resourceSnapshotName: 'shop-1-snapshot' } })),
      works: moved.works.map((each) => ({
        ...each,
        metadata: {
          ...each.metadata,
          labels: { ...each.metadata.labels, 'kubernetes-fleet.io/parent-resource-snapshot-index': '1' },
        },
      })),
    });
    const { report, seconds } = await play([
      { at: 0, objects: before },
      { at: 20_000, objects: after },
    ]);
    expect([report.outcome, report.placements[0]?.snapshotIndex, seconds >= 20]).toEqual(['passed', 1, true]);
  });

  test('is not decided by a single check either', () => {
    const state = once(fleetOf('2026-03-04T09:59:58Z'));
    expect([state.outcome, state.placements[0]?.summary]).toEqual([
      'waiting',
      'the hub saw other content than that of resource snapshot 0 at 2026-03-04T09:59:58Z, and has not taken a new one yet',
    ]);
  });

  test('is reported as not compared if the hub has noted nothing yet', () => {
    const [placement] = look(fleetOf(undefined)).placements;
    expect([placement?.freshness, placement?.toProve]).toEqual(['assumed', 'add --manifests']);
    expect(placement?.summary).toContain('kinds that the snapshot does not hold were not compared');
  });

  test('is not missed by a placement whose selectors name the kind', () => {
    const fleet = greenFleet(['east'], CONTENT);
    const resourceSelectors = [
      { group: '', version: 'v1', kind: 'Namespace', name: 'shop', selectionScope: 'NamespaceOnly' },
      { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'reader' },
    ];
    const placement = { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), resourceSelectors } };
    const held = [namespaceShop()];
    const reader: KubeObject = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' } };
    const chosen = { ...greenFleet(['east'], held), placement };
    expect(look(objectsOf({ ...chosen, content: [...held, reader] })).outcome).toBe('waiting');
    const [placed] = look(objectsOf(chosen)).placements;
    expect([placed?.verdict, placed?.summary?.includes('were not compared')]).toEqual(['passed', false]);
  });
});

describe('a change that the hub has noted and that was reverted', () => {
  const until = (objects: readonly KubeObject[], minutes: number): string =>
    later(objects, look(objects), minutes * MINUTE, { hubTime: new Date(NOW.getTime() + minutes * MINUTE), hidden: UNHEARD }).outcome;
  /** Heartbeats do not go on in these checks. */
  const UNHEARD = { ConfigMap: { kind: 'unread' }, MemberCluster: { kind: 'denied', message: 'forbidden' } } as const;

  test('delays a pass for as long as the hub may collect changes, if the snapshot is old', () => {
    const objects = fleetOf('2026-03-04T10:00:00Z');
    expect([until(objects, 1), until(objects, 2)]).toEqual(['waiting', 'passed']);
  });

  test('delays a pass until the hub may take the next snapshot, if it took one a short time ago', () => {
    const objects = fleetOf('2026-03-04T10:00:00Z', '2026-03-04T09:59:00Z');
    expect([until(objects, 4), until(objects, 5)]).toEqual(['waiting', 'passed']);
  });

  test('is of no importance later', () => {
    const objects = fleetOf('2026-03-04T09:50:00Z');
    expect([look(objects).outcome, once(objects).outcome]).toEqual(['passed', 'passed']);
  });

  test('does not delay a gate with manifests whose content is in the snapshot', () => {
    const manifests = [orders('v1')];
    expect(look(fleetOf('2026-03-04T10:00:00Z'), { manifests }).outcome).toBe('passed');
    expect(look(fleetOf('2026-03-04T10:00:00Z'), { manifests: [greenFleet().placement] }).outcome).toBe('waiting');
  });

  test('does not stop an update run, whose report has it', () => {
    const fleet = finishedFleet();
    const asked = { targets: ['csur/v1'] };
    const seen = gate(asked).once(stagedObjects({ ...fleet, snapshots: [noted('2026-03-04T09:59:58Z')] })).runs[0];
    expect([seen?.verdict, seen?.freshness]).toEqual(['passed', 'assumed']);
    expect(seen?.summary).toContain('the hub saw other content at 2026-03-04T09:59:58Z');
    expect(gate(asked).once(stagedObjects(fleet)).runs[0]?.summary).not.toContain('saw other content');
  });
});
