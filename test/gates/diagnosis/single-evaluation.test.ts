import { describe, expect, test } from 'vitest';

import { inputTerms } from '../../../src/action/input-terms.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { greenFleet, namespaceShop, no, objectsOf, orders, resourceSnapshot } from '../../support/fleets/fleet.ts';
import { diagnosesIn, gate } from '../../support/gate/gate.ts';
import { hubFixture, shifted } from '../../support/hubs/hub-fixture.ts';

const MINUTE = 60_000;

function evidence(state: GateState): string {
  return diagnosesIn(state)
    .flatMap((cause) => cause.evidence)
    .join('\n');
}

/** A recorded hub so many milliseconds later, with nothing changed but the heartbeats; judged once. */
function agedBy(ms: number, id: string, change: (objects: readonly KubeObject[]) => readonly KubeObject[] = (same) => same): GateState {
  const { objects, asked } = hubFixture(id);
  return gate(asked).once(shifted(change(objects), 'lastReceivedHeartbeat', ms), { hubTime: new Date(asked.hubTime.getTime() + ms) });
}

describe('a suspect in a single check', () => {
  test('is a failure after the hub shows that it has lasted, and has that time', () => {
    const young = agedBy(MINUTE, 'apply-denied-by-policy');
    expect(young.outcome).toBe('waiting');
    expect(evidence(young)).toMatch(/seen since 2026-\S+Z; becomes a failure at 2026-\S+Z \(after 5 minutes\)/);
    const old = agedBy(6 * MINUTE, 'apply-denied-by-policy');
    expect(old.outcome).toBe('failed');
    expect(evidence(old)).toMatch(/failing since 2026-\S+Z, longer than the 5 minutes/);
  });

  test('is as young as its content: the snapshot, or the last edit of the placement', () => {
    const isSnapshot = (object: KubeObject): boolean => object.kind === 'ClusterResourceSnapshot';
    const isPlacement = (object: KubeObject): boolean => object.kind === 'ClusterResourcePlacement';
    const taken = agedBy(6 * MINUTE, 'apply-denied-by-policy', (objects) => shifted(objects, 'creationTimestamp', 5 * MINUTE, isSnapshot));
    expect(taken.outcome).toBe('waiting');
    const edited = agedBy(6 * MINUTE, 'apply-denied-by-policy', (objects) =>
      shifted(objects, 'lastTransitionTime', 5 * MINUTE, isPlacement),
    );
    expect(edited.outcome).toBe('waiting');
  });

  test('on a member is timed by the clock of that member', () => {
    const isWork = (object: KubeObject): boolean => object.kind === 'Work';
    const justNow = agedBy(6 * MINUTE, 'apply-denied-by-policy', (objects) => shifted(objects, 'lastTransitionTime', 5 * MINUTE, isWork));
    expect(justNow.outcome).toBe('waiting');
    const ahead = (objects: readonly KubeObject[]): readonly KubeObject[] =>
      shifted(shifted(objects, 'lastReceivedHeartbeat', 4 * MINUTE), 'lastTransitionTime', 4 * MINUTE, isWork);
    expect(agedBy(6 * MINUTE, 'apply-denied-by-policy', ahead).outcome).toBe('failed');
  });

  test('keeps its time on a member that fell silent, and at later checks', () => {
    const { objects, asked } = hubFixture('apply-denied-by-policy');
    const later = (minutes: number): GateState =>
      gate(asked).once(objects, { hubTime: new Date(asked.hubTime.getTime() + minutes * MINUTE) });
    const since = (state: GateState): string | undefined => diagnosesIn(state).find(({ id }) => id === 'apply-denied-by-policy')?.since;
    expect(since(later(60))).toBe(since(later(6)));
    expect(diagnosesIn(later(6)).find(({ id }) => id === 'apply-denied-by-policy')?.outcome).toBe('terminal');
  });

  test('stays a suspect if its start is not known', () => {
    const state = agedBy(60 * MINUTE, 'apply-denied-by-policy', (objects) => objects.filter(({ kind }) => kind !== 'MemberCluster'));
    expect(state.outcome).toBe('waiting');
    expect(evidence(state)).toMatch(/since when is not known; becomes a failure at 2026-\S+Z at the latest/);
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
    expect(agedBy(1000, id).outcome).toBe('waiting');
    expect(['failed', 'stuck']).toContain(agedBy(lasting, id).outcome);
  });

  test('is not reported while a busy hub agent may still be copying the status of the Works', () => {
    const ids = (state: GateState): readonly string[] => diagnosesIn(state).map(({ id }) => id);
    expect(ids(agedBy(0, 'apply-status-stale'))).toContain('apply-status-stale');
    const busy = agedBy(-1.5 * MINUTE, 'apply-status-stale');
    expect(ids(busy)).toEqual(['apply-in-progress']);
    expect(diagnosesIn(busy)[0]?.title).toBe('The hub has not copied the answer yet');
  });
});

test('a watched suspect has the time of its start, even before the start of the gate', () => {
  const { objects, asked } = hubFixture('apply-denied-by-policy');
  const { look, later } = gate(asked);
  const minuteLater = new Date(asked.hubTime.getTime() + MINUTE);
  const state = later(objects, look(objects), MINUTE, { hubTime: minuteLater });
  expect(evidence(state)).toContain('seen since 2026-11-21T03:58:12Z; becomes a failure at 2026-11-21T04:03:12Z');
});

describe('content that the hub does not have, in a single check', () => {
  const deployed = [orders('v2')];
  const reported = (objects: readonly KubeObject[]): readonly [string, string] => {
    const state = gate().once(objects, { manifests: deployed });
    return [state.outcome, evidence(state)];
  };

  test('may be on its way', () => {
    const [decision, why] = reported(objectsOf(greenFleet()));
    expect(decision).toBe('waiting');
    expect(why).toContain('the hub does not hold Deployment orders as deployed yet');
    expect(why).toContain('nothing shows that the hub has ever had it');
  });

  test('was replaced if a snapshot has it', () => {
    const fleet = { ...greenFleet(['east'], [namespaceShop(), orders('v3')]) };
    const before = resourceSnapshot(0, [namespaceShop(), orders('v2')], false);
    const [decision, why] = reported(objectsOf({ ...fleet, snapshots: [before, resourceSnapshot(1, fleet.content, true)] }));
    expect(decision).toBe('superseded');
    expect(why).toContain('resource snapshot 0 holds it as deployed');
  });

  const RUN: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'shop-v2' },
    spec: { placementName: 'shop', state: 'Run' },
  };
  const EVICTION: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacementEviction',
    metadata: { name: 'shop-v2' },
    spec: { placementName: 'shop', clusterName: 'east' },
  };

  test.each<readonly [string, KubeObject, object]>([
    ['run of the deploy took a snapshot that is gone', RUN, { resourceSnapshotIndexUsed: '7' }],
    ['eviction of the deploy exists', EVICTION, {}],
  ])('was replaced if the %s', (_, part, status) => {
    const [, on] = reported(objectsOf(greenFleet()));
    expect(on).not.toContain('of the same deploy');
    const state = gate().once([...objectsOf(greenFleet()), { ...part, status }], { manifests: [...deployed, part] });
    expect(state.outcome).toBe('superseded');
    expect(evidence(state)).toContain(`${part.kind}/shop-v2 of the same deploy is on the hub`);
  });

  test.each<readonly [string, object]>([
    ['has no snapshot yet', {}],
    ['could not start', { conditions: [no('Initialized', 'UpdateRunInitializedFailed', 1)] }],
    ['took other content', { resourceSnapshotIndexUsed: '0' }],
  ])('may be on its way if the run of the deploy %s', (_, status) => {
    const state = gate().once([...objectsOf(greenFleet()), { ...RUN, status }], { manifests: [...deployed, RUN] });
    expect(evidence(state)).not.toContain('of the same deploy');
    expect(state.outcome).not.toBe('superseded');
  });

  test('was replaced if it was edited twice since the deploy and no snapshot has the edit between', () => {
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
    expect(reported(edited(2))[0]).toBe('waiting');
    expect(reported(edited(3))[0]).toBe('superseded');
    expect(reported(edited(3, '08'))[0]).toBe('waiting');
  });
});

test('a single check without manifests proves nothing, and mentions no deploy', () => {
  const state = gate().once(objectsOf(greenFleet()));
  expect(state.outcome).toBe('passed');
  expect(state.placements[0]?.freshness).toBe('assumed');
  expect(state.placements[0]?.summary).toBe(
    'available on 2 clusters; what was deployed is not known; the objects of resource snapshot 0 are as the hub holds them now; ' +
      'kinds that the snapshot does not hold were not compared',
  );
});

test('a single check names the option that would prove the content', () => {
  const [placement] = gate({ terms: inputTerms }).once(objectsOf(greenFleet())).placements;
  expect(placement?.toProve).toBe('add `manifests`');
  const proven = gate({ manifests: [orders('v1')] }).once(objectsOf(greenFleet(['east'], [namespaceShop(), orders('v1')]))).placements[0];
  expect([proven?.freshness, proven?.toProve]).toEqual(['proven', undefined]);
});

test('a single check does not prove a run without manifests either', () => {
  const { objects, asked } = hubFixture('run-rolled-out-old-snapshot');
  const state = gate({ targets: asked.targets, hubTime: asked.hubTime }).once(objects);
  expect(state.runs[0]?.freshness).not.toBe('proven');
  expect(state.runs[0]?.summary).not.toContain('this deploy');
});

test('a failure on several clusters is not reported for the first one alone', () => {
  const summaries = ['override-failed', 'takeover-refused'].map((id) => {
    const { objects, asked } = hubFixture(id);
    return gate({ targets: asked.targets, hubTime: asked.hubTime }).once(objects).placements[0]?.summary;
  });
  expect(summaries).toEqual([
    'ResourceOverride/shop/api-zone cannot be applied (m1 and others)',
    'The member already has this object, and whenToTakeOver is Never (m2)',
  ]);
});
