import { describe, expect, test } from 'vitest';

import { displayName } from '../../../src/fleet/kubernetes/object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { expectationOf } from '../../../src/gates/deploy/expectation.ts';
import { parseTarget } from '../../../src/gates/deploy/target.ts';
import type { MemberReader } from '../../../src/gates/hub/member-reader.ts';
import { wait } from '../../../src/gates/loop/wait.ts';
import type { GateReport } from '../../../src/report.ts';
import { binding, greenFleet, namespaceShop, NOW, objectsOf, orders, resourceSnapshot } from '../../support/fleets/fleet.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { gate } from '../../support/gate/gate.ts';
import { ScriptedHub } from '../../support/hubs/scripted-hub.ts';
import { SimClock } from '../../support/sim-clock.ts';

const K = 'kubernetes-fleet.io';
const CONTENT = [namespaceShop(), orders('v1')];
const SETTINGS: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } };

function taken(snapshot: KubeObject, creationTimestamp: string): KubeObject {
  return { ...snapshot, metadata: { ...snapshot.metadata, creationTimestamp } };
}

/** Index 1 is rolled out; index 0 held what is given. */
function after(before: readonly KubeObject[]): Fleet {
  return afterAll([before, '2026-03-04T09:00:00Z']);
}

/** The content is rolled out, after snapshots that held what is given, each with the time it was taken. */
function afterAll(...earlier: readonly (readonly [content: readonly KubeObject[], takenAt: string])[]): Fleet {
  const fleet = greenFleet(['east', 'west'], CONTENT);
  const index = earlier.length;
  const works = fleet.works.map((work) => ({
    ...work,
    metadata: { ...work.metadata, labels: { ...work.metadata.labels, [`${K}/parent-resource-snapshot-index`]: String(index) } },
  }));
  return {
    ...fleet,
    placement: { ...fleet.placement, status: { ...(fleet.placement['status'] as object), observedResourceIndex: String(index) } },
    snapshots: [
      ...earlier.map(([content, takenAt], at) => taken(resourceSnapshot(at, content, false), takenAt)),
      taken(resourceSnapshot(index, CONTENT, true), '2026-03-04T09:59:00Z'),
    ],
    bindings: ['east', 'west'].map((cluster) => binding(cluster, index)),
    works,
  };
}

function reported(fleet: Fleet, more: readonly KubeObject[] = []): readonly string[] {
  const { outcome, placements } = gate({ manifests: CONTENT }).once([...objectsOf(fleet), ...more]);
  const causes = placements.flatMap(({ diagnoses }) =>
    diagnoses.map(({ id, object, evidence }) => `${id} ${object === undefined ? '' : displayName(object)}: ${evidence.join('; ')}`),
  );
  return [outcome, ...causes];
}

describe('an object that the snapshot no longer has', () => {
  const whole = [...CONTENT, SETTINGS];
  const envelope: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ResourceEnvelope',
    metadata: { name: 'bundle', namespace: 'shop' },
    data: { 'settings.yaml': SETTINGS },
  };

  test('may still be on members, which the hub does not show', () => {
    expect(reported(after(whole))).toEqual(['passed', 'removal-unverified ConfigMap/shop/settings: not read on east, west']);
  });

  test('is not reported if no object was removed, or one was only changed', () => {
    expect(reported(after(CONTENT))).toEqual(['passed']);
    expect(reported(after([namespaceShop(), orders('v0')]))).toEqual(['passed']);
  });

  test('is the object in an envelope, not the envelope', () => {
    expect(reported(after([...CONTENT, envelope]))).toEqual([
      'passed',
      'removal-unverified ConfigMap/shop/settings: not read on east, west',
    ]);
    expect(reported(after([namespaceShop(), { ...envelope, data: { 'orders.yaml': orders('v1') } }]))).toEqual(['passed']);
  });

  test('was never on a cluster that was picked afterwards', () => {
    const fleet = after(whole);
    const [east, west = fleet.placement] = fleet.bindings;
    const young = taken(west, '2026-03-04T09:59:30Z');
    expect(reported({ ...fleet, bindings: [...(east === undefined ? [] : [east]), young] })).toEqual([
      'passed',
      'removal-unverified ConfigMap/shop/settings: not read on east',
    ]);
  });

  describe('in several snapshots', () => {
    const between = (takenAt: string): Fleet => afterAll([whole, '2026-03-04T09:50:00Z'], [[namespaceShop(), orders('v0')], takenAt]);

    test('of one deploy is found, even if the gate started after them', () => {
      expect(reported(between('2026-03-04T09:58:20Z'))).toEqual([
        'passed',
        'removal-unverified ConfigMap/shop/settings: not read on east, west',
      ]);
    });

    test('is not of this deploy if it was removed long ago', () => {
      expect(reported(between('2026-03-04T09:52:00Z'))).toEqual(['passed']);
    });

    test('was never on a cluster that was picked after the first of them', () => {
      const fleet = between('2026-03-04T09:58:20Z');
      const [east = fleet.placement, west = fleet.placement] = fleet.bindings;
      const bindings = [taken(east, '2026-03-04T09:58:10Z'), taken(west, '2026-03-04T09:58:30Z')];
      expect(reported({ ...fleet, bindings })).toEqual(['passed', 'removal-unverified ConfigMap/shop/settings: not read on east']);
    });
  });

  test('was handed over if another placement has it now', () => {
    const other = JSON.parse(JSON.stringify(resourceSnapshot(0, [SETTINGS], true)).replaceAll('"shop"', '"mail"')) as KubeObject;
    const own = { ...other, metadata: { ...other.metadata, name: 'mail-0-snapshot' }, spec: { selectedResources: [SETTINGS] } };
    expect(reported(after(whole), [own])).toEqual(['passed']);
  });
});

describe('--member', () => {
  const held: KubeObject = {
    ...SETTINGS,
    metadata: {
      ...SETTINGS.metadata,
      deletionTimestamp: '2026-03-04T09:59:10Z',
      finalizers: ['backup.example.com/keep'],
      ownerReferences: [{ apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'AppliedWork', name: 'shop-work', uid: 'u' }],
    },
  };

  async function play(
    onMember: (seconds: number) => readonly KubeObject[] | undefined,
    clusters = ['east', 'west'],
  ): Promise<{ report: GateReport; seconds: number }> {
    const clock = new SimClock();
    const reader = new ScriptedHub(clock, NOW, [{ at: 0, objects: objectsOf(after([...CONTENT, SETTINGS])) }]);
    const expectation = expectationOf({ targets: [parseTarget('crp/shop')], manifests: CONTENT });
    const members: MemberReader = {
      clusters: new Set(clusters),
      read: () => Promise.resolve([]),
      find: () => Promise.resolve(onMember(clock.now() / 1000)),
    };
    const report = await clock.play(wait({ reader, clock, expectation, members }));
    return { report, seconds: clock.now() / 1000 };
  }
  const causes = ({ placements }: GateReport): readonly string[] =>
    placements.flatMap(({ diagnoses }) => diagnoses.map(({ id, cluster = '' }) => `${id} ${cluster}`));

  test('waits until a finalizer releases the removed object', async () => {
    const { report, seconds } = await play((now) => (now < 45 ? [held] : []));
    expect(report.outcome).toBe('passed');
    expect(causes(report)).toEqual([]);
    expect(seconds).toBeGreaterThanOrEqual(45);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('names the remaining object and what keeps it when time is over', async () => {
    const { report } = await play(() => [held]);
    expect(report.outcome).toBe('timedOut');
    expect(causes(report)).toEqual(['removal-pending east', 'removal-pending west']);
    expect(JSON.stringify(report)).toContain('finalizers: backup.example.com/keep');
  });

  test('treats an object with another owner, or without one, as released', async () => {
    const of = (...ownerReferences: readonly object[]): readonly KubeObject[] => [
      { ...held, metadata: { ...SETTINGS.metadata, ownerReferences } },
    ];
    expect((await play(() => of())).report.outcome).toBe('passed');
    expect((await play(() => of({ kind: 'AppliedWork', name: 'mail-work' }))).report.outcome).toBe('passed');
    expect((await play(() => of({ kind: 'AppliedWork', name: 'shop-1' }))).report.outcome).toBe('timedOut');
  });

  test('does not verify objects that cannot be read', async () => {
    const { report, seconds } = await play(() => undefined);
    expect(report.outcome).toBe('passed');
    expect(causes(report)).toEqual(['removal-unverified ']);
    expect(seconds).toBe(0);
    const one = await play(() => [], ['east']);
    expect(causes(one.report)).toEqual(['removal-unverified ']);
    expect(JSON.stringify(one.report)).toContain('not read on west');
  });
});
