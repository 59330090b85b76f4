import { describe, expect, test } from 'vitest';

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

const MINUTE = 60_000;
const { look, later, once, watched } = gate({ manifests: [orders('v1')] });
const content = [namespaceShop(), orders('v1')];

function diagnosis(state: GateState) {
  return diagnosesIn(state).find(({ id }) => id === 'rollout-undecided');
}

/** As the hub wrote it, at a time of day. */
function written(object: KubeObject, time: string): KubeObject {
  return { ...object, metadata: { ...object.metadata, managedFields: [{ manager: 'hub-agent', time: `2026-03-04T${time}Z` }] } };
}

function snapshots(zero: boolean, one: boolean): readonly KubeObject[] {
  return [resourceSnapshot(0, [orders('v0')], zero), resourceSnapshot(1, content, one)];
}

describe('not exactly one latest resource snapshot', () => {
  const none = { ...greenFleet(), snapshots: snapshots(false, false) };
  const two = { ...greenFleet(), snapshots: snapshots(true, true) };

  test.each([
    ['no snapshot', none, 'no resource snapshot is marked as the latest'],
    ['two snapshots', two, 'more than one resource snapshot is marked as the latest: shop-1-snapshot, shop-0-snapshot'],
    [
      'one snapshot with missing parts',
      { ...greenFleet(), snapshots: [resourceSnapshot(0, content, true, 3)] },
      'resource snapshot shop-0-snapshot has 1 of the 3 parts it announces',
    ],
  ])('%s: waits, and fails after it has lasted', (_what, fleet, evidence) => {
    const first = look(fleet);
    expect(first).toMatchObject({ outcome: 'waiting', nextTimer: 2 * MINUTE });
    const soon = later(fleet, first, 2 * MINUTE - 1);
    expect(soon.outcome).toBe('waiting');
    const late = later(fleet, soon, 2 * MINUTE);
    expect(late.outcome).toBe('failed');
    expect(diagnosis(late)).toMatchObject({ outcome: 'terminal', object: { kind: 'ClusterResourcePlacement', name: 'shop' } });
    expect(diagnosis(late)?.evidence).toContain(evidence);
    expect(diagnosis(late)?.remedy[0]).toMatch(/^Exactly one resource snapshot .*get clusterresourcesnapshots/);
    expect(diagnosis(late)?.remedy.join(' ')).not.toContain('binding');
  });

  test('names the snapshots with index and label', () => {
    expect(diagnosis(later(two, look(two), MINUTE))?.evidence).toEqual(
      expect.arrayContaining([
        'shop-1-snapshot: resource-index 1, is-latest-snapshot true',
        'shop-0-snapshot: resource-index 0, is-latest-snapshot true',
      ]),
    );
  });

  test('starts its grace again if the label moved between two checks', () => {
    const first = look(none);
    const flipped = later({ ...greenFleet(), snapshots: snapshots(false, true) }, first, MINUTE);
    expect(diagnosis(flipped)?.title).not.toBe('The rollout is not decided');
    expect(later(none, flipped, 2 * MINUTE).outcome).toBe('waiting');
  });

  test('is not reported before the hub has the deploy, without any snapshot, or under External', () => {
    const undeployed = later(none, look(none, { manifests: [orders('v9')] }), 3 * MINUTE, { manifests: [orders('v9')] });
    expect(diagnosis(undeployed)).toBeUndefined();
    const young = { ...greenFleet(), snapshots: [] };
    expect(diagnosis(later(young, look(young), 3 * MINUTE))).toBeUndefined();
    const spec = { ...(two.placement['spec'] as object), strategy: { type: 'External' } };
    const external = { ...two, placement: { ...two.placement, spec } };
    expect(diagnosis(later(external, look(external), 3 * MINUTE))).toBeUndefined();
  });

  test('is timed by a single check from the last write to one of them, and is undecided without that time', () => {
    const times = (zero: string, one: string): Fleet => {
      const [old, newest] = snapshots(false, false);
      return { ...none, snapshots: old === undefined || newest === undefined ? [] : [written(old, zero), written(newest, one)] };
    };
    expect(once(times('09:00:00', '09:58:00')).outcome).toBe('failed');
    expect(once(times('09:58:01', '09:00:00')).outcome).toBe('waiting');
    expect(once(none).outcome).toBe('waiting');
    expect(diagnosis(once(none))?.evidence.join(' ')).toContain('since when is not known');
  });
});

describe('not exactly one latest policy snapshot', () => {
  const fleet = greenFleet();
  const another: KubeObject = { ...fleet.policySnapshot, metadata: { ...fleet.policySnapshot.metadata, name: 'shop-1' } };
  const objects = (stale: boolean): readonly KubeObject[] => [
    ...objectsOf(stale ? { ...fleet, snapshots: [resourceSnapshot(0, [namespaceShop(), orders('v0')], true)] } : fleet),
    another,
  ];

  test('fails after it has lasted, because no new content is rolled out', () => {
    const first = look(objects(true));
    expect(first.outcome).toBe('waiting');
    const late = later(objects(true), first, 2 * MINUTE);
    expect(late.outcome).toBe('failed');
    expect(diagnosis(late)?.evidence).toContain('more than one policy snapshot is marked as the latest: shop-0, shop-1');
  });

  test('does not affect content that is rolled out already', () => {
    expect(look(objects(false)).outcome).toBe('passed');
  });

  test('is named if the scheduler does not answer', () => {
    const status = {
      ...(fleet.placement['status'] as object),
      conditions: [no('ClusterResourcePlacementScheduled', 'SchedulePending', 1)],
    };
    const pending = { ...fleet, placement: { ...fleet.placement, metadata: { ...fleet.placement.metadata, generation: 2 }, status } };
    const state = once([...objectsOf(pending), another]);
    const found = state.placements.flatMap((gated) => gated.diagnoses).find(({ id }) => id === 'scheduling-pending');
    expect(found?.evidence).toContain('more than one policy snapshot is marked as the latest: shop-0, shop-1');
  });
});

test.each([
  ['the hub agent has not seen', 1, 'The hub agent has not processed the placement yet'],
  ['the scheduler has not decided', 2, 'The scheduler has not decided yet'],
])('a generation that %s is reported with that component', (_who, noted, title) => {
  const fleet = greenFleet(['east']);
  const { placement } = fleet;
  const status = {
    ...(placement['status'] as object),
    conditions: [{ ...no('ClusterResourcePlacementScheduled', 'SchedulePending', 2), status: 'Unknown' }],
  };
  const snapshot: KubeObject = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterSchedulingPolicySnapshot',
    metadata: {
      name: 'shop-0',
      labels: { 'kubernetes-fleet.io/parent-CRP': 'shop', 'kubernetes-fleet.io/is-latest-snapshot': 'true' },
      annotations: { 'kubernetes-fleet.io/CRP-generation': String(noted) },
    },
  };
  const edited = { ...fleet, placement: { ...placement, metadata: { ...placement.metadata, generation: 2 }, status } };
  const others = objectsOf(edited).filter(({ kind }) => kind !== snapshot.kind);
  const found = diagnosesIn(gate().once([...others, snapshot])).find(({ id }) => id === 'scheduling-pending');
  expect(found?.title).toBe(title);
});

describe('clusters without a decision', () => {
  const undecided = yes('RolloutStarted', 'RolloutStartedUnknown', 1);
  const unknown = { ...undecided, status: 'Unknown' };

  /** HubState 1 is the newest; `moved` are on it with the conditions given, the rest still on 0 and undecided. */
  function halfway(clusters: readonly string[], moved: Readonly<Record<string, readonly object[]>>): Fleet {
    const fleet = greenFleet(clusters);
    const placementStatuses = clusters.map((clusterName) => ({
      clusterName,
      conditions: [...clusterConditions(1).slice(0, 1), ...(moved[clusterName] === undefined ? [unknown] : clusterConditions(1).slice(1))],
    }));
    const status = { ...(fleet.placement['status'] as object), observedResourceIndex: '1', placementStatuses };
    const bindings = clusters.map((name) => {
      const conditions = moved[name];
      return conditions === undefined ? binding(name, 0) : binding(name, 1, conditions as never);
    });
    const works = Object.keys(moved).map((name) => work(name, 1, content));
    return { ...fleet, placement: { ...fleet.placement, status }, snapshots: snapshots(false, true), bindings, works };
  }

  const lasting = (fleet: Fleet, ms: number): GateState => later(fleet, look(fleet), ms);
  const onTheWay = [...clusterConditions(3).slice(1, 5), no('Available', 'NotAllWorkAreAvailable', 3)];

  test('are a failure after that has lasted', () => {
    expect(lasting(halfway(['east', 'west'], {}), MINUTE).outcome).toBe('waiting');
    expect(diagnosis(lasting(halfway(['east', 'west'], {}), 2 * MINUTE))).toMatchObject({ outcome: 'terminal', cluster: 'east' });
  });

  test('are waiting for their turn while another cluster is moving', () => {
    const state = lasting(halfway(['east', 'west'], { east: onTheWay }), 4 * MINUTE);
    expect(state.outcome).toBe('waiting');
    expect(diagnosis(state)).toBeUndefined();
  });

  test('have a grace from the arrival of the last other cluster', () => {
    const before = halfway(['east', 'west'], {});
    const first = look(before);
    const moving = later(halfway(['east', 'west'], { east: onTheWay }), first, MINUTE);
    const again = later(before, moving, 3 * MINUTE);
    expect(again.outcome).toBe('waiting');
    expect(later(before, again, 5 * MINUTE).outcome).toBe('failed');
  });

  test('are waiting for their turn until untrackable content is treated as ready', () => {
    const since = (time: string): readonly object[] => [
      ...clusterConditions(3).slice(1, 5),
      { ...yes('Available', 'NotAllWorkAreAvailabilityTrackable', 3), lastTransitionTime: `2026-03-04T${time}Z` },
    ];
    expect(lasting(halfway(['east', 'west'], { east: since('09:59:30') }), 2 * MINUTE).outcome).toBe('waiting');
    expect(lasting(halfway(['east', 'west'], { east: since('09:58:00') }), 2 * MINUTE).outcome).toBe('failed');
  });

  test('are waiting for their turn while the former binding is being removed', () => {
    const fleet = halfway(['east', 'west'], {});
    const old = binding('east', 0);
    const deletionTimestamp = '2026-03-04T09:59:00Z';
    const leaving = { ...old, metadata: { ...old.metadata, name: 'shop-east-old', deletionTimestamp } };
    expect(lasting({ ...fleet, bindings: [...fleet.bindings, leaving] }, 10 * MINUTE).outcome).toBe('waiting');
  });

  describe('a gate that cannot read bindings', () => {
    const hidden = { ClusterResourceBinding: { kind: 'denied', message: 'forbidden' } } as const;
    /** By the status of the placement: west is undecided, and east has the given conditions. */
    const told = (east: readonly object[], strategy: object = {}): Fleet => {
      const fleet = greenFleet(['east', 'west']);
      const placementStatuses = [
        { clusterName: 'east', observedResourceIndex: '0', conditions: east },
        { clusterName: 'west', observedResourceIndex: '0', conditions: [...clusterConditions(1).slice(0, 1), unknown] },
      ];
      const { placement } = fleet;
      return {
        ...fleet,
        placement: {
          ...placement,
          spec: { ...(placement['spec'] as object), ...strategy },
          status: { ...(placement['status'] as object), placementStatuses },
        },
      };
    };
    const inTime = (fleet: Fleet): GateState =>
      watched(
        [0, 2, 5].map((minute) => [minute, fleet] as const),
        { hidden },
      );
    const moving = [...clusterConditions(1).slice(0, 5), no('Available', 'NotAllWorkAreAvailable', 1)];

    test('fails as well after that has lasted', () => {
      expect(diagnosis(inTime(told(clusterConditions(1))))).toMatchObject({ outcome: 'terminal', cluster: 'west' });
    });

    test('waits for a turn while another cluster is moving', () => {
      const state = inTime(told(moving));
      expect(state.outcome).toBe('waiting');
      expect(diagnosis(state)).toBeUndefined();
    });

    test('waits for the hub, not for the member, while the hub has something to write', () => {
      const pending = { ...yes('Overridden', 'OverriddenPending', 1), status: 'Unknown' };
      const state = inTime(told([...clusterConditions(1).slice(0, 2), pending]));
      expect(state.outcome).toBe('waiting');
      expect(diagnosesIn(state).find(({ id }) => id === 'apply-in-progress')?.title).toBe('The hub has not sent it yet');
    });

    test('reports nothing under External, where a cluster waits for an update run', () => {
      expect(diagnosis(inTime(told(clusterConditions(1), { strategy: { type: 'External' } })))).toBeUndefined();
    });
  });

  // covers: a-binding-for-each-cluster
  test('two bindings of one cluster are named, and a single check times them from the younger one', () => {
    const fleet = halfway(['east', 'west'], {});
    const rival = (creationTimestamp: string): Fleet => {
      const dated = fleet.bindings.map((found) => ({
        ...found,
        metadata: { ...found.metadata, creationTimestamp: '2026-03-04T09:00:00Z' },
      }));
      const twin = binding('east', 0);
      return { ...fleet, bindings: [...dated, { ...twin, metadata: { ...twin.metadata, name: 'shop-east-twin', creationTimestamp } }] };
    };
    const old = once(rival('2026-03-04T09:58:00Z'));
    expect(diagnosis(old)).toMatchObject({ outcome: 'terminal', cluster: 'east' });
    expect(diagnosis(old)?.evidence[0]).toBe(
      'east has more than one binding, which stops the rollout on every cluster: shop-east-0a1b2c3d, shop-east-twin',
    );
    expect(diagnosis(old)?.remedy[0]).toMatch(/^See whether a cluster has two bindings: .*get clusterresourcebindings/);
    expect(diagnosis(old)?.remedy.join(' ')).not.toContain('snapshot');
    expect(once(rival('2026-03-04T09:59:00Z')).outcome).toBe('waiting');
  });
});

describe('a binding that the hub agent does not process', () => {
  const ahead = ({ metadata, ...more }: KubeObject): KubeObject => ({ ...more, metadata: { ...metadata, generation: 9 } });
  const fleet = greenFleet(['east', 'west'], content);
  const [east = fleet.placement, west = fleet.placement] = fleet.bindings;

  test.each([
    ['has no status for its generation', [ahead(east), west]],
    ['is still at an older snapshot', [binding('east', 7, clusterConditions(3).slice(1)), west]],
  ])('is named if it %s, and fails only if that lasts', (_how, bindings) => {
    const hub = { ...fleet, bindings };
    const first = look(hub);
    expect(first.outcome).toBe('waiting');
    const lasting = later(hub, first, 3 * MINUTE);
    expect(lasting.outcome).toBe('failed');
    expect(diagnosis(lasting)).toMatchObject({ cluster: 'east', title: 'The hub agent has not processed the binding yet' });
  });

  test('is not reported while another cluster is moving', () => {
    const moving = {
      ...fleet,
      bindings: [ahead(east), binding('west', 0, [...clusterConditions(3).slice(1, -1), no('Available', 'NotAllWorkAreAvailable', 3)])],
    };
    expect(diagnosis(later(moving, look(moving), 3 * MINUTE))).toBeUndefined();
  });
});
