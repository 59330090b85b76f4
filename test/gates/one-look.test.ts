import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/object.ts';
import { expectationOf } from '../../src/gates/deploy/expectation.ts';
import { judge } from '../../src/gates/verdict/judge.ts';
import { EMPTY_MEMORY, JUDGED_ONCE } from '../../src/gates/memory.ts';
import type { GateState } from '../../src/gates/verdict/gate-state.ts';
import { parseTarget } from '../../src/gates/deploy/target.ts';
import { greenFleet, namespaceShop, NOW, objectsOf, orders, resourceSnapshot } from '../support/fleet.ts';
import { hubFixture, shifted } from '../support/hub-fixture.ts';
import { memoryHub } from '../support/memory-hub.ts';

const MINUTE = 60_000;

function once(targets: readonly string[], objects: readonly KubeObject[], now: Date, manifests?: readonly KubeObject[]): GateState {
  const expectation = expectationOf({
    targets: targets.map((target) => parseTarget(target)),
    ...(manifests === undefined ? {} : { manifests }),
  });
  return judge(memoryHub(objects, now), expectation, JUDGED_ONCE, 0);
}

function evidence(state: GateState): string {
  return [...state.placements, ...state.runs].flatMap((gated) => gated.diagnoses.flatMap((entry) => entry.evidence)).join('\n');
}

/** A recorded hub `ms` later, with nothing changed but the heartbeats. */
function later(id: string, ms: number, change: (objects: readonly KubeObject[]) => readonly KubeObject[] = (same) => same): GateState {
  const { objects, target, manifests, now } = hubFixture(id);
  const alive = shifted(change(objects), 'lastReceivedHeartbeat', ms);
  return once(target, alive, new Date(now.getTime() + ms), manifests);
}

describe('a suspect at a single look', () => {
  test('counts once the hub shows that it has lasted, and says since when', () => {
    const young = later('apply-denied-by-policy', MINUTE);
    expect(young.outcome).toBe('waiting');
    expect(evidence(young)).toMatch(/suspect since 2026-\S+Z; counts at 2026-\S+Z, once it has lasted 5 min/);
    const old = later('apply-denied-by-policy', 6 * MINUTE);
    expect(old.outcome).toBe('failed');
    expect(evidence(old)).toMatch(/so since 2026-\S+Z, longer than the 5 min/);
  });

  test('is as young as its content: the snapshot, or the last edit of the placement', () => {
    const isSnapshot = (object: KubeObject): boolean => object.kind === 'ClusterResourceSnapshot';
    const isPlacement = (object: KubeObject): boolean => object.kind === 'ClusterResourcePlacement';
    const taken = later('apply-denied-by-policy', 6 * MINUTE, (objects) => shifted(objects, 'creationTimestamp', 5 * MINUTE, isSnapshot));
    expect(taken.outcome).toBe('waiting');
    const edited = later('apply-denied-by-policy', 6 * MINUTE, (objects) =>
      shifted(objects, 'lastTransitionTime', 5 * MINUTE, isPlacement),
    );
    expect(edited.outcome).toBe('waiting');
  });

  test('on a member is timed by the clock of that member', () => {
    const isWork = (object: KubeObject): boolean => object.kind === 'Work';
    const justNow = later('apply-denied-by-policy', 6 * MINUTE, (objects) => shifted(objects, 'lastTransitionTime', 5 * MINUTE, isWork));
    expect(justNow.outcome).toBe('waiting');
    const behind = (objects: readonly KubeObject[]): readonly KubeObject[] =>
      shifted(shifted(objects, 'lastReceivedHeartbeat', -4 * MINUTE), 'lastTransitionTime', MINUTE, isWork);
    expect(later('apply-denied-by-policy', 6 * MINUTE, behind).outcome).toBe('waiting');
  });

  test('nobody can time stays a suspect', () => {
    const { objects, target, manifests, now } = hubFixture('apply-denied-by-policy');
    const state = once(
      target,
      objects.filter((object) => object.kind !== 'MemberCluster'),
      new Date(now.getTime() + 60 * MINUTE),
      manifests,
    );
    expect(state.outcome).toBe('waiting');
    expect(evidence(state)).toMatch(/suspect: since when is not known; counts at 2026-\S+Z at the latest/);
  });

  test.each([
    ['scheduled-too-few-clusters', 2 * MINUTE],
    ['placement-not-reconciled', 2 * MINUTE],
    ['scheduling-pending', 2 * MINUTE],
    ['rollout-undecided', 3 * MINUTE],
    ['selection-empty', 2 * MINUTE],
    ['run-not-initialized', 3 * MINUTE],
    ['run-stalled', 6 * MINUTE],
    ['run-removal-stalled', 11 * MINUTE],
    ['work-sync-error', 6 * MINUTE],
    ['apply-status-stale', 6 * MINUTE],
  ])('%s', (id, lasting) => {
    expect(later(id, 1000).outcome).toBe('waiting');
    expect(['failed', 'stuck']).toContain(later(id, lasting).outcome);
  });

  test('is none while a busy hub agent may still be copying what the Works say', () => {
    const ids = (state: GateState): readonly string[] => state.placements.flatMap((gated) => gated.diagnoses.map((entry) => entry.id));
    expect(ids(later('apply-status-stale', 0))).toContain('apply-status-stale');
    expect(ids(later('apply-status-stale', -1.5 * MINUTE))).toEqual(['apply-in-progress']);
  });
});

test('a watched suspect says since when it has been seen', () => {
  const { objects, target, manifests, now } = hubFixture('apply-denied-by-policy');
  const expectation = expectationOf({ targets: target.map((text) => parseTarget(text)), manifests });
  const first = judge(memoryHub(objects, now), expectation, EMPTY_MEMORY, 0);
  const state = judge(memoryHub(objects, new Date(now.getTime() + MINUTE)), expectation, first.memory, MINUTE);
  expect(evidence(state)).toContain(`suspect since ${now.toISOString().replace(/\.\d+Z$/, 'Z')}; counts at `);
});

describe('content that the hub does not hold, at a single look', () => {
  const deployed = [orders('v2')];
  const told = (objects: readonly KubeObject[]): readonly [string, string] => {
    const state = once(['crp/shop'], objects, NOW, deployed);
    return [state.outcome, evidence(state)];
  };

  test('may be on its way', () => {
    const [decision, why] = told(objectsOf(greenFleet()));
    expect(decision).toBe('waiting');
    expect(why).toContain('the hub does not hold Deployment orders as deployed yet');
    expect(why).toContain('nothing shows that the hub has ever held it');
  });

  test('was replaced when a snapshot holds it', () => {
    const fleet = { ...greenFleet(['east'], [namespaceShop(), orders('v3')]) };
    const before = resourceSnapshot(0, [namespaceShop(), orders('v2')], false);
    const [decision, why] = told(objectsOf({ ...fleet, snapshots: [before, resourceSnapshot(1, fleet.content, true)] }));
    expect(decision).toBe('superseded');
    expect(why).toContain('resource snapshot 0 holds it as deployed');
  });

  test('was replaced when the run of the deploy is there', () => {
    const run: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'shop-v2' },
      spec: { placementName: 'shop', state: 'Run' },
    };
    const [, on] = told(objectsOf(greenFleet()));
    expect(on).not.toContain('of the same deploy');
    const state = once(['crp/shop'], [...objectsOf(greenFleet()), run], NOW, [...deployed, run]);
    expect(state.outcome).toBe('superseded');
    expect(evidence(state)).toContain('ClusterStagedUpdateRun/shop-v2 of the same deploy is on the hub');
  });

  test('was replaced when an edit went by that no snapshot holds', () => {
    const edited = (generation: number, hour = '09'): readonly KubeObject[] => {
      const fleet = greenFleet(['east'], [namespaceShop(), orders('v3')]);
      const at = (object: KubeObject, time: string): KubeObject => ({
        ...object,
        metadata: { ...object.metadata, creationTimestamp: time },
      });
      const live = at(orders('v3'), `2026-03-04T${hour}:50:00Z`);
      const snapshots = [resourceSnapshot(0, [namespaceShop(), orders('v1')], false), resourceSnapshot(1, fleet.content, true)];
      return objectsOf({
        ...fleet,
        content: [namespaceShop(), { ...live, metadata: { ...live.metadata, generation } }],
        snapshots: snapshots.map((snapshot) => at(snapshot, `2026-03-04T${hour}:50:05Z`)),
      });
    };
    expect(told(edited(2))[0]).toBe('waiting');
    expect(told(edited(3))[0]).toBe('superseded');
    expect(told(edited(3, '08'))[0]).toBe('waiting');
  });
});

test('without the manifests nothing is proven, and no deploy is spoken of', () => {
  const state = once(['crp/shop'], objectsOf(greenFleet()), NOW);
  expect(state.outcome).toBe('passed');
  expect(state.placements[0]?.freshness).toBe('assumed');
  expect(state.placements[0]?.summary).toBe(
    'good on 2 clusters; nobody said what was deployed; resource snapshot 0 equals what the hub holds now',
  );
});

test('a run nobody described is not proven either', () => {
  const { objects, target, now } = hubFixture('run-rolled-out-old-snapshot');
  const state = once(target, objects, now);
  expect(state.runs[0]?.freshness).not.toBe('proven');
  expect(state.runs[0]?.summary).not.toContain('this deploy');
});

test('what failed on several clusters is not said of the first alone', () => {
  const summaries = ['override-failed', 'takeover-refused'].map((id) => {
    const { objects, target, now } = hubFixture(id);
    return once(target, objects, now).placements[0]?.summary;
  });
  expect(summaries).toEqual(['An override cannot be applied (m1 and others)', 'The existing object may not be taken over (m2)']);
});
