import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import {
  binding,
  clusterConditions,
  member,
  namespaceShop,
  no,
  objectsOf,
  orders,
  resourceSnapshot,
  work,
  yes,
  type Fleet,
} from '../../support/fleets/fleet.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import { idsIn, gate } from '../../support/gate/gate.ts';
import { cluster, done, external, fresh, old, started, status, updateRun } from '../../support/fleets/run-fleet.ts';

describe('an update run', () => {
  const { look: follow, later, once } = gate({ targets: ['csur/v2'], manifests: [orders('v2')] });

  test('that succeeded with this content on every cluster passes', () => {
    const succeeded = status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]);
    expect(follow([...objectsOf(external(['east'], 1)), updateRun(succeeded)]).outcome).toBe('passed');
  });

  test('that succeeded passes only if a newer run moved its cluster to a snapshot with the same content', () => {
    const succeeded = updateRun(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    const extra: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra', namespace: 'shop' }, data: { a: 'b' } };
    const movedTo = (content: readonly KubeObject[]): readonly KubeObject[] => {
      const fleet = external(['east'], 1);
      const snapshots = [resourceSnapshot(1, fresh, false), resourceSnapshot(2, content, true)];
      return objectsOf({ ...fleet, snapshots, content, bindings: [binding('east', 2)], works: [work('east', 2, content)] });
    };
    expect(follow([...movedTo([...fresh, extra]), succeeded]).outcome).toBe('passed');
    expect(follow([...movedTo([...old, extra]), succeeded]).outcome).not.toBe('passed');
  });

  test('R15 that succeeded with the former content does not pass', () => {
    const succeeded = status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)], '0');
    const state = follow([...objectsOf(external(['east'], 0)), updateRun(succeeded)]);
    expect(state.outcome).toBe('failed');
    expect(idsIn(state)).toEqual(['run-rolled-out-old-snapshot']);
  });

  test('that ended before a policy change leaves the placement waiting for another run', () => {
    const { look: followPlacement } = gate({ targets: ['crp/shop'], manifests: [orders('v2')] });
    const ended = updateRun(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    const fleet = external(['east'], 1);
    const south = binding('south', 1, clusterConditions(3).slice(1), { state: 'Unscheduled' });
    const left = { ...fleet, bindings: [...fleet.bindings, south], members: [...fleet.members, member('south', 10)] };
    const unstarted = {
      ...fleet,
      bindings: [binding('east', 1, [yes('RolloutStarted', 'RolloutStarted', 2), ...clusterConditions(3).slice(2)])],
    };
    expect(followPlacement([...objectsOf(fleet), ended]).outcome).toBe('passed');
    expect(idsIn(followPlacement([...objectsOf(left), ended]))).toEqual(['external-run-missing', 'binding-deleting']);
    expect(idsIn(followPlacement([...objectsOf(unstarted), ended]))).toContain('external-run-missing');
    const told = (objects: readonly KubeObject[]): string | undefined =>
      followPlacement([...objects, ended]).placements[0]?.diagnoses.find(({ id }) => id === 'external-run-missing')?.evidence[0];
    expect(told(objectsOf(left))).toBe('south: not picked any more, and cleared by a run only');
    expect(told(objectsOf(unstarted))).toBe('east: picked again, with the old content until a run continues');
    const joined = binding('west', 1, [], { state: 'Scheduled', resourceSnapshotName: undefined });
    const grown = { ...left, bindings: [...left.bindings, joined], members: [...left.members, member('west', 10)] };
    expect(told(objectsOf(grown))).toBe(
      'south: not picked any more, and cleared by a run only; west: picked, and empty until a run brings the content',
    );
    for (const objects of [objectsOf(left), objectsOf(unstarted)]) {
      expect(followPlacement([...objects, ended]).outcome).toBe('waitingForPerson');
      const next = updateRun(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')]), { name: 'next' });
      expect(followPlacement([...objects, ended, next]).outcome).toBe('waiting');
    }
  });

  test('that has not ended and can only bring the former content is reported', () => {
    const progressing = yes('Progressing', 'UpdateRunProgressing', 1);
    const stopped = no('Progressing', 'UpdateRunStopped', 1);
    const fleet = external(['east'], 0);
    for (const object of [
      updateRun(status([progressing], [cluster('east', started)], '0')),
      updateRun(status([stopped], [cluster('east')], '0'), { state: 'Stop' }),
      updateRun(status([], [cluster('east')], '0'), { state: 'Initialize' }),
    ]) {
      const state = follow([...objectsOf(fleet), object]);
      expect(state.outcome).toBe('failed');
      expect(idsIn(state)).toEqual(['run-rolled-out-old-snapshot']);
      expect(state.runs[0]?.diagnoses[0]?.explain).toContain('uses resource snapshot 0');
      // As long as the deploy is not on the hub, the run may be of the deploy before, and must be created again.
      expect(follow([...objectsOf({ ...fleet, content: old }), object]).outcome).not.toBe('failed');
    }
  });

  test('R11 that succeeded with an empty snapshot is reported', () => {
    const fleet = external(['east'], 1);
    const succeeded = updateRun(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    const objects = [
      ...objectsOf({ ...fleet, content: [], snapshots: [resourceSnapshot(1, [], true)], works: [work('east', 1, [])] }),
      succeeded,
    ];
    const undescribed = gate({ targets: ['csur/v2'] });
    const first = undescribed.look(objects);
    expect(first.outcome).toBe('waiting');
    const after = undescribed.later(objects, first, 60_000);
    expect(after.outcome).toBe('failed');
    expect(idsIn(after)).toEqual(['selection-empty']);
    expect(undescribed.look(objects, { options: { allowEmpty: true } }).outcome).toBe('passed');
  });

  test.each([
    ['has succeeded', yes('Succeeded', 'UpdateRunSucceeded', 1), [cluster('east', started, done)]],
    ['waits', no('Progressing', 'UpdateRunWaiting', 1), [cluster('east', started, done), cluster('west')]],
    ['goes on', yes('Progressing', 'UpdateRunProgressing', 1), [cluster('east', started, done), cluster('west', started)]],
    ['is stopped', no('Progressing', 'UpdateRunStopped', 1), [cluster('east', started, done), cluster('west')]],
  ])('that %s and whose placement is being removed is reported', (_, condition, clusters) => {
    const fleet = external(['east'], 1);
    const run = updateRun(status([condition], clusters));
    const { metadata } = fleet.placement;
    const leaving = { ...fleet.placement, metadata: { ...metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    const left = objectsOf({ ...fleet, placement: leaving });
    const withoutBindings = left.filter(({ kind }) => !/Binding|Snapshot|Work/.test(kind));
    expect(follow([...left, run]).outcome).toBe('failed');
    for (const objects of [[...left, run], [...withoutBindings, run], [run]]) {
      const state = once(objects);
      expect(state.outcome).toBe('failed');
      expect(state.runs[0]?.diagnoses).toMatchObject([
        { id: 'placement-deleting', object: { kind: 'ClusterResourcePlacement', name: 'shop' } },
      ]);
    }
  });

  test('that is open and whose placement is not seen yet has time until it is', () => {
    const run = updateRun(status([no('Progressing', 'UpdateRunWaiting', 1)], [cluster('east', started, done), cluster('west')]));
    const first = follow([run]);
    expect(first.outcome).toBe('waiting');
    expect(first.runs[0]?.clusters[0]?.verdict).toBe('notVerified');
    expect(later([...objectsOf(external(['east', 'west'], 1)), run], first, 1000).outcome).not.toBe('failed');
    expect(later([run], first, 2 * 60_000).outcome).toBe('failed');
  });

  test('that succeeded with an incomplete snapshot has no verdict about its content', () => {
    const fleet = external(['east'], 1);
    const succeeded = updateRun(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    for (const content of [fresh, [namespaceShop()], old]) {
      const state = follow([...objectsOf({ ...fleet, snapshots: [resourceSnapshot(1, content, true, 2)] }), succeeded]);
      expect(state.outcome).toBe('waiting');
      expect(idsIn(state)).toEqual([]);
    }
  });

  test('that succeeded before its placement was created again has not brought content', () => {
    const planned = { ...yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), lastTransitionTime: '2026-03-04T09:50:00Z' };
    const succeeded = { ...yes('Succeeded', 'UpdateRunSucceeded', 1), lastTransitionTime: '2026-03-04T09:55:00Z' };
    const fleet = external(['east'], 1);
    const afterRun = (creationTimestamp: string, held: Partial<Fleet>, newest: object = succeeded): GateState => {
      const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, creationTimestamp } };
      const ended = updateRun({ ...status([], [cluster('east', started, done)]), conditions: [planned, newest] });
      const metadata = { ...ended.metadata, creationTimestamp: '2026-03-04T09:49:30Z' };
      return follow([...objectsOf({ ...fleet, placement, ...held }), { ...ended, metadata }]);
    };
    const nothing: Partial<Fleet> = { snapshots: [], bindings: [], works: [] };
    const renewed = afterRun('2026-03-04T09:57:00Z', nothing);
    expect(renewed.outcome).toBe('failed');
    expect(idsIn(renewed)).toEqual(['run-placement-deleted']);
    expect(renewed.runs[0]?.clusters.map(({ verdict }) => verdict)).toEqual(['notVerified']);
    // While the run is open, neither it nor an approval brings the content back.
    const open = afterRun('2026-03-04T09:57:00Z', nothing, no('Progressing', 'UpdateRunWaiting', 1));
    expect(idsIn(open)).toEqual(['run-placement-deleted']);
    // Of the placement the run was planned for, a snapshot that is not there proves nothing.
    expect(afterRun('2026-03-04T09:49:00Z', nothing).outcome).toBe('waiting');
    // The run may have been created before its placement, and have been planned after it.
    expect(afterRun('2026-03-04T09:49:45Z', nothing).outcome).toBe('waiting');
    // Another run has brought the same content to the new one.
    expect(afterRun('2026-03-04T09:57:00Z', {}).outcome).toBe('passed');
  });

  test('that succeeded is not delayed by a cluster that has left the fleet since', () => {
    const ended = updateRun(
      status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done), cluster('west', started, done)]),
    );
    const left = [...objectsOf(external(['east'], 1)), ended];
    const state = follow(left);
    expect(state.outcome).toBe('passed');
    expect(state.runs[0]?.summary).toContain('succeeded on every cluster that is still in the fleet; ');
    expect(state.runs[0]?.clusters).toMatchObject([
      { name: 'east', verdict: 'passed' },
      { name: 'west', verdict: 'notVerified', note: 'it has left the fleet since' },
    ]);
    // It is still a member, and nothing is on it.
    expect(follow([...left, member('west', 10)]).outcome).toBe('waiting');
    const requireClusters = { kind: 'named', names: ['west'] } as const;
    expect(follow(left, { options: { requireClusters } }).outcome).toBe('failed');
    expect(follow([...left.filter(({ kind }) => !/Binding|Work|MemberCluster/.test(kind)), member('south', 10)]).outcome).toBe('waiting');
  });

  test('that succeeded does not bring a later apply strategy', () => {
    const fleet = external(['east'], 1);
    const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External', applyStrategy: { whenToApply: 'IfNotDrifted' } } };
    const edited = objectsOf({ ...fleet, placement: { ...fleet.placement, spec } });
    const ended = updateRun({
      ...status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]),
      appliedStrategy: {},
    });
    const state = follow([...edited, ended]);
    expect(state.outcome).toBe('failed');
    expect(idsIn(state)).toEqual(['run-placement-changed']);
    // Another run is about to bring it.
    const next = updateRun(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')]), { name: 'v3' });
    expect(follow([...edited, ended, next]).outcome).toBe('waiting');
    expect(follow([...objectsOf(fleet), ended]).outcome).toBe('passed');
  });

  test('that succeeded does not start its clusters again for a later policy', () => {
    const fleet = external(['east'], 1);
    const ended = updateRun({
      ...status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]),
      policyObservedClusterCount: 1,
    });
    const asking = (numberOfClusters: number, generation: number): GateState => {
      const spec = { ...(fleet.placement['spec'] as object), policy: { placementType: 'PickN', numberOfClusters } };
      const bindings = fleet.bindings.map((found) => ({ ...found, metadata: { ...found.metadata, generation } }));
      return follow([...objectsOf({ ...fleet, bindings, placement: { ...fleet.placement, spec } }), ended]);
    };
    // The scheduler has written the new policy into the binding, whose conditions are of its generation 3.
    expect(idsIn(asking(2, 4))).toEqual(['run-placement-changed']);
    expect(asking(2, 4).outcome).toBe('failed');
    expect(asking(2, 3).outcome).toBe('passed');
    expect(asking(1, 4).outcome).toBe('waiting');
  });

  test('whose placement is no longer scheduled ended because of a policy edit, or because a cluster left', () => {
    const message = 'cannot continue the updateRun: failed to validate the updateRun: policy snapshot `shop-0` not fully scheduled yet';
    const ended = status([{ ...no('Succeeded', 'UpdateRunFailed', 1), message }], [cluster('east', started)]);
    const fleet = external(['east'], 1);
    const asking = (numberOfClusters: number): readonly KubeObject[] => {
      const spec = { ...(fleet.placement['spec'] as object), policy: { placementType: 'PickN', numberOfClusters } };
      const aborted = updateRun({ ...ended, policySnapshotIndexUsed: '0', policyObservedClusterCount: 2 });
      return [...objectsOf({ ...fleet, placement: { ...fleet.placement, spec } }), aborted];
    };
    expect(idsIn(follow(asking(5)))).toContain('run-placement-changed');
    expect(idsIn(follow(asking(2)))).toContain('run-clusters-changed');
  });
});
