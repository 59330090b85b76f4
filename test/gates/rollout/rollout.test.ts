import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import {
  bindingAt,
  badWork,
  binding,
  clusterConditions,
  member,
  greenFleet,
  namespaceShop,
  no,
  objectsOf,
  orders,
  placementConditions,
  resourceSnapshot,
  work,
  yes,
} from '../../support/fleets/fleet.ts';
import type { GateState } from '../../../src/gates/verdict/gate-state.ts';
import type { Fleet } from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, idsIn, gate, toldBy } from '../../support/gate/gate.ts';
import type { Asked } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';

const old = [namespaceShop(), orders('v1')];
const fresh = [namespaceShop(), orders('v2')];
const { look, later } = gate({ manifests: [orders('v2')] });

/** Index 1 is out; the clusters in `moved` run it, the others are held back on index 0. */
function halfway(clusters: readonly string[], moved: readonly string[], policy: object, available = 'AllWorkAreAvailable'): Fleet {
  const fleet = greenFleet(clusters, old);
  const blocked = no('RolloutStarted', 'RolloutNotStartedYet', 1);
  const good = clusterConditions(3)
    .slice(1)
    .map((condition) => (condition['type'] === 'Available' ? { ...condition, reason: available } : condition));
  const held = [no('RolloutStarted', 'RolloutNotStartedYet', 3), ...good.slice(1)];
  const statuses = clusters.map((clusterName) => ({
    clusterName,
    conditions: moved.includes(clusterName) ? clusterConditions(1) : [yes('Scheduled', 'Scheduled', 1), blocked],
  }));
  const top = placementConditions(clusters.length);
  const conditions =
    moved.length === clusters.length ? top : [top[0], no('ClusterResourcePlacementRolloutStarted', 'RolloutNotStartedYet', 1)];
  const spec = { ...(fleet.placement['spec'] as object), policy };
  return {
    ...fleet,
    content: fresh,
    placement: { ...fleet.placement, spec, status: { conditions, observedResourceIndex: '1', placementStatuses: statuses } },
    snapshots: [resourceSnapshot(0, old, false), resourceSnapshot(1, fresh, true)],
    bindings: clusters.map((cluster) => (moved.includes(cluster) ? binding(cluster, 1, good) : binding(cluster, 0, held))),
    works: clusters.map((cluster) => (moved.includes(cluster) ? work(cluster, 1, fresh) : work(cluster, 0, old))),
  };
}

describe('rollout budget', () => {
  test('a rollout with two of three requested clusters and 25 % can never continue', () => {
    expect(idsIn(look(objectsOf(halfway(['east', 'west'], [], { placementType: 'PickN', numberOfClusters: 3 }))))).toContain(
      'rollout-deadlocked',
    );
  });

  test('a rollout with three of three may move one cluster, and only needs time', () => {
    const state = look(objectsOf(halfway(['east', 'west', 'south'], ['east'], { placementType: 'PickN', numberOfClusters: 3 })));
    expect(state.outcome).toBe('waiting');
    expect(idsIn(state)).toEqual(['rollout-blocked', 'rollout-blocked']);
  });

  test('untrackable content frees the budget by time only, and is not a deadlock', () => {
    const state = look(
      objectsOf(halfway(['east', 'west', 'south'], ['east'], { placementType: 'PickAll' }, 'NotAllWorkAreAvailabilityTrackable')),
    );
    expect(state.outcome).toBe('waiting');
  });

  test('a cluster that keeps older content on which it failed is never moved by itself', () => {
    const [, workload = orders('v1')] = old;
    const fleet = halfway(['east', 'west', 'south'], [], { placementType: 'PickAll' });
    const held = [no('RolloutStarted', 'RolloutNotStartedYet', 3), ...clusterConditions(3).slice(2, 4)];
    const denied = { ...no('Applied', 'ManifestApplyFailed', 1), message: 'field is immutable' };
    const hub = (condition: ReturnType<typeof no>): readonly KubeObject[] =>
      objectsOf({
        ...fleet,
        bindings: [binding('east', 0, [...held, condition]), ...fleet.bindings.slice(1)],
        works: [badWork('east', 0, old, workload, denied), ...fleet.works.slice(1)],
      });
    const stuck = hub(no('Applied', 'NotAllWorkHaveBeenApplied', 3));
    const first = look(stuck);
    expect(first.outcome).toBe('waiting');
    const after = later(stuck, first, 5 * 60_000);
    expect(after.outcome).toBe('failed');
    expect(idsIn(after)).toContain('apply-immutable-field');
    const applying = hub(no('Applied', 'ApplyInProgress', 3));
    expect(later(applying, look(applying), 5 * 60_000).outcome).toBe('waiting');
  });

  test('a rollout in which all clusters were moved is not a deadlock', () => {
    expect(look(objectsOf(halfway(['east', 'west'], ['east', 'west'], { placementType: 'PickN', numberOfClusters: 3 }))).outcome).toBe(
      'passed',
    );
  });
});

describe('drift and differences', () => {
  const drifted = (type: 'driftedPlacements' | 'diffedPlacements'): Fleet => {
    const fleet = { ...greenFleet(['east'], fresh) };
    const [only] = fleet.bindings;
    const entry = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'orders' };
    return { ...fleet, bindings: only === undefined ? [] : [{ ...only, status: { ...(only['status'] as object), [type]: [entry] } }] };
  };

  test('drift is information, and fails if that is requested', () => {
    const objects = objectsOf(drifted('driftedPlacements'));
    expect(look(objects)).toMatchObject({ outcome: 'passed' });
    expect(idsIn(look(objects))).toEqual(['drift-found']);
    expect(look(objects, { options: { failOnDrift: true } }).outcome).toBe('failed');
  });
});

describe('an update run', () => {
  const API = 'placement.kubernetes-fleet.io/v1beta1';
  const started = yes('Started', 'ClusterUpdatingStarted', 1);
  const done = yes('Succeeded', 'ClusterUpdatingSucceeded', 1);

  function run(status: object, more: { readonly name?: string; readonly state?: string } = {}): KubeObject {
    return {
      apiVersion: API,
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: more.name ?? 'v2', generation: 1, uid: 'u' },
      spec: { placementName: 'shop', state: more.state ?? 'Run' },
      status,
    };
  }

  function external(clusters: readonly string[], index: number): Fleet {
    const fleet = halfway(clusters, index === 1 ? clusters : [], { placementType: 'PickAll' });
    return {
      ...fleet,
      placement: { ...fleet.placement, spec: { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } } },
    };
  }

  const status = (conditions: readonly object[], clusters: readonly object[], index = '1'): object => ({
    conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), ...conditions],
    resourceSnapshotIndexUsed: index,
    stagesStatus: [{ stageName: 'all', clusters, conditions: [] }],
  });
  const { look: follow, later: followLater } = gate({ targets: ['csur/v2'], manifests: [orders('v2')] });
  const cluster = (clusterName: string, ...conditions: readonly object[]): object => ({ clusterName, conditions });

  test('that succeeded with this content on every cluster passes', () => {
    const succeeded = status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]);
    expect(follow([...objectsOf(external(['east'], 1)), run(succeeded)]).outcome).toBe('passed');
  });

  test('that succeeded passes only if a newer run moved its cluster to a snapshot with the same content', () => {
    const succeeded = run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
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
    const state = follow([...objectsOf(external(['east'], 0)), run(succeeded)]);
    expect(state.outcome).toBe('failed');
    expect(idsIn(state)).toEqual(['run-rolled-out-old-snapshot']);
  });

  test('that ended before a policy change leaves the placement waiting for another run', () => {
    const { look: followPlacement } = gate({ targets: ['crp/shop'], manifests: [orders('v2')] });
    const ended = run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
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
      const next = run(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')]), { name: 'next' });
      expect(followPlacement([...objects, ended, next]).outcome).toBe('waiting');
    }
  });

  test('that has not ended and can only bring the former content is reported', () => {
    const progressing = yes('Progressing', 'UpdateRunProgressing', 1);
    const stopped = no('Progressing', 'UpdateRunStopped', 1);
    const fleet = external(['east'], 0);
    for (const object of [
      run(status([progressing], [cluster('east', started)], '0')),
      run(status([stopped], [cluster('east')], '0'), { state: 'Stop' }),
      run(status([], [cluster('east')], '0'), { state: 'Initialize' }),
    ]) {
      const state = follow([...objectsOf(fleet), object]);
      expect(state.outcome).toBe('failed');
      expect(idsIn(state)).toEqual(['run-rolled-out-old-snapshot']);
      expect(state.runs[0]?.diagnoses[0]?.explain).toContain('uses resource snapshot 0');
      // As long as the deploy is not on the hub, the run may be of the deploy before, and is to be made again.
      expect(follow([...objectsOf({ ...fleet, content: old }), object]).outcome).not.toBe('failed');
    }
  });

  test('R11 that succeeded with an empty snapshot is reported', () => {
    const fleet = external(['east'], 1);
    const succeeded = run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
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

  test('that succeeded and whose placement is being removed again is reported', () => {
    const fleet = external(['east'], 1);
    const succeeded = run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    const { metadata } = fleet.placement;
    const leaving = { ...fleet.placement, metadata: { ...metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    for (const objects of [[...objectsOf({ ...fleet, placement: leaving }), succeeded], [succeeded]]) {
      const state = follow(objects);
      expect(state.outcome).toBe('failed');
      expect(state.runs[0]?.diagnoses).toMatchObject([
        { id: 'placement-deleting', object: { kind: 'ClusterResourcePlacement', name: 'shop' } },
      ]);
    }
  });

  test('that succeeded with an incomplete snapshot has no verdict about its content', () => {
    const fleet = external(['east'], 1);
    const succeeded = run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]));
    for (const content of [fresh, [namespaceShop()], old]) {
      const state = follow([...objectsOf({ ...fleet, snapshots: [resourceSnapshot(1, content, true, 2)] }), succeeded]);
      expect(state.outcome).toBe('waiting');
      expect(idsIn(state)).toEqual([]);
    }
  });

  test('waits for a person until it is started', () => {
    const state = follow([...objectsOf(external(['east'], 0)), run(status([], [cluster('east')]), { state: 'Initialize' })]);
    expect(state.outcome).toBe('waitingForPerson');
    expect(idsIn(state)).toEqual(['run-not-started']);
  });

  test('is stuck after five minutes if it is a retry on broken content and is never started', () => {
    const fleet = external(['east'], 1);
    const causes = [
      {
        id: 'apply-rejected-invalid',
        type: 'Applied',
        reason: 'ManifestApplyFailed',
        message: 'Deployment.apps "orders" is invalid: spec',
      },
      { id: 'workload-not-available', type: 'Available', reason: 'ManifestNotAvailableYet', message: 'Manifest is not yet available' },
    ];
    for (const { id, type, reason, message } of causes) {
      const broken = no(type, 'NotAllWorkAreGood', 3);
      const objects = [
        ...objectsOf({
          ...fleet,
          bindings: [binding('east', 1, [...clusterConditions(3).slice(1, 4), broken])],
          works: [badWork('east', 1, fresh, fresh[1] ?? orders('v2'), no(type, reason, undefined, message))],
        }),
        run(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')])),
      ];
      const first = follow(objects);
      expect(first.outcome).toBe('waiting');
      const after = followLater(objects, first, 5 * 60_000);
      expect(after.outcome).toBe('stuck');
      expect(idsIn(after)).toEqual(['run-stalled', id]);
    }
  });

  /** Clusters with the content of the run that are not available. */
  const unavailable = (clusters: readonly string[]): Fleet => ({
    ...external(clusters, 1),
    bindings: clusters.map((name) => bindingAt(name, 1, no('Available', 'NotAllWorkAreAvailable', 3))),
    works: clusters.map((name) => badWork(name, 1, fresh, orders('v2'), no('Available', 'ManifestNotAvailableYet'))),
  });

  // covers: stuck-names-stage-and-cluster
  test('R26 has a grace when it is stuck, and was never stuck if it recovers', () => {
    const stuck = { ...no('Progressing', 'UpdateRunStuck', 1) };
    const fleet = unavailable(['east']);
    const objects = (progressing: object): readonly KubeObject[] => [
      ...objectsOf(fleet),
      run(status([progressing], [cluster('east', started)])),
    ];
    const options = { stuckGrace: 5 * 60_000 };
    const first = follow(objects(stuck), { options });
    expect(first.outcome).toBe('waiting');
    expect(idsIn(followLater(objects(stuck), first, 10_000, { options }))).toContain('run-stuck');
    expect(followLater(objects(stuck), first, 5 * 60_000, { options }).outcome).toBe('stuck');
    const recovered = followLater(objects(yes('Progressing', 'UpdateRunProgressing', 1)), first, 4 * 60_000, { options });
    expect(followLater(objects(stuck), recovered, 5 * 60_000, { options }).outcome).toBe('waiting');
  });

  test('that is stuck on a cluster which is available by now has not noticed that yet', () => {
    const message = 'The updateRun is stuck waiting for east cluster(s) in stage all to finish updating, please check';
    const stuck = run(status([no('Progressing', 'UpdateRunStuck', 1, message)], [cluster('east', started), cluster('west', started)]));
    const recovered = follow([...objectsOf(external(['east', 'west'], 1)), stuck]);
    expect([recovered.outcome, ...idsIn(recovered)]).toEqual(['waiting']);
    expect(recovered.runs[0]?.summary).toContain('east is good now, but the run has not noticed yet');
    const other = external(['east', 'west'], 1);
    const [, west = other.placement] = other.bindings;
    const broken = { ...other, bindings: [bindingAt('east', 1, no('Available', 'NotAllWorkAreAvailable', 3)), west] };
    expect(follow([...objectsOf(broken), stuck]).outcome).toBe('stuck');
  });

  test('that is stuck waits for the clusters that it names, and not for one that has just started beside them', () => {
    const began = { ...started, lastTransitionTime: '2026-03-04T09:59:40Z' };
    const clusters = ['a', 'b', 'c', 'd'].map((name) => cluster(name, started));
    const stuckOf = (list: string): readonly string[] => {
      const message = `The updateRun is stuck waiting for ${list} cluster(s) in stage all to finish updating, please check`;
      const object = run(status([no('Progressing', 'UpdateRunStuck', 1, message)], [...clusters, cluster('new', began)]));
      const state = follow([...objectsOf(unavailable(['a', 'b', 'c', 'd', 'new'])), object]);
      expect(state.outcome).toBe('stuck');
      return causesIn(state).filter((cause) => cause.startsWith('run-stuck'));
    };
    expect(stuckOf('b')).toEqual(['run-stuck b']);
    expect(stuckOf('a, b')).toEqual(['run-stuck a', 'run-stuck b']);
    expect(stuckOf('a, b, c...')).toEqual(['run-stuck a', 'run-stuck b', 'run-stuck c', 'run-stuck d']);
    expect(stuckOf('')).toEqual(['run-stuck a', 'run-stuck b', 'run-stuck c', 'run-stuck d']);
  });

  // covers: run-waits-for-approval stop-waits-for-clusters
  test('R27 with an approval, a timed wait, a stop or without a start is distinguished, and has not failed', () => {
    const waiting = no('Progressing', 'UpdateRunWaiting', 1);
    const stage = (tasks: object): object => ({
      conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), waiting],
      resourceSnapshotIndexUsed: '1',
      stagedUpdateStrategySnapshot: { stages: [{ name: 'all', afterStageTasks: [{ type: 'TimedWait', waitTime: '1h0m0s' }] }] },
      stagesStatus: [
        {
          stageName: 'all',
          clusters: [cluster('east', started, done)],
          conditions: [no('Progressing', 'StageUpdatingWaiting', 1)],
          ...tasks,
        },
      ],
    });
    const asked = [yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1)];
    const approval = stage({ afterStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v2-after-all', conditions: asked }] });
    const stopped = status([no('Progressing', 'UpdateRunStopped', 1)], [cluster('east')]);
    const reported = (object: KubeObject): string => {
      const state = follow([...objectsOf(external(['east'], 1)), object]);
      return `${state.outcome} ${idsIn(state).join(' ')}`;
    };
    const request = { ClusterApprovalRequest: { kind: 'denied', message: 'forbidden' } } as const;
    const evidence = (hidden: Asked['hidden']): readonly string[] =>
      diagnosesIn(follow([...objectsOf(external(['east'], 1)), run(approval)], { hidden })).flatMap((found) => [...found.evidence]);
    expect(evidence({})).toContain('stage all: the approval after the stage is requested, but its request is not on the hub');
    expect(evidence(request)).toContain(
      'stage all: the approval after the stage is requested, its request was not read, so it is not known whether there is an answer',
    );
    expect(reported(run(approval))).toBe('waitingForPerson run-waiting-approval');
    expect(reported(run(stage({ afterStageTaskStatus: [{ type: 'TimedWait' }] })))).toBe('waiting run-waiting-timed');
    expect(reported(run(stopped, { state: 'Stop' }))).toBe('waitingForPerson run-stopped');
    expect(reported(run(status([], [cluster('east')]), { state: 'Initialize' }))).toBe('waitingForPerson run-not-started');
  });

  test('R29 with an approval of another generation is explained, because KubeFleet ignores that approval', () => {
    const conditions = [yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1)];
    const waiting = {
      conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunWaiting', 1)],
      resourceSnapshotIndexUsed: '1',
      stagesStatus: [
        {
          stageName: 'all',
          clusters: [cluster('east', started, done)],
          conditions: [no('Progressing', 'StageUpdatingWaiting', 1)],
          afterStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v2-after-all', conditions }],
        },
      ],
    };
    const request = (observedGeneration: number): KubeObject => ({
      apiVersion: API,
      kind: 'ClusterApprovalRequest',
      metadata: { name: 'v2-after-all', generation: 1 },
      status: { conditions: [yes('Approved', 'ok', observedGeneration)] },
    });
    const reported = (generation: number): readonly string[] => {
      const objects = [...objectsOf(external(['east'], 1)), run(waiting), request(generation)];
      return idsIn(followLater(objects, follow(objects), 10_000));
    };
    expect(reported(0)).toEqual(['approval-stale-generation']);
    expect(reported(1)).toEqual(['approval-not-accepted']);
  });

  test('is not reported as stalled while another run is active', () => {
    const fleet = external(['east'], 1);
    const broken = [...clusterConditions(3).slice(1, 5), no('Available', 'NotAllWorkAreAvailable', 3)];
    const progressing = status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')]);
    const objects = [
      ...objectsOf({ ...fleet, bindings: [binding('east', 1, broken)] }),
      run(progressing),
      run(progressing, { name: 'other' }),
    ];
    const after = followLater(objects, follow(objects), 20 * 60_000);
    expect(after.outcome).toBe('waiting');
    expect(idsIn(after)).toEqual(['run-concurrent']);
  });

  test('that lacks the policy snapshot of a deleted placement ended because of that deletion', () => {
    const message =
      'cannot continue the updateRun: failed to validate the updateRun: no latest policy snapshot associated with the placement';
    const aborted = run(status([{ ...no('Succeeded', 'UpdateRunFailed', 1), message }], [cluster('east', started)]));
    const fleet = external(['east'], 1);
    const { metadata } = fleet.placement;
    const leaving = { ...fleet.placement, metadata: { ...metadata, deletionTimestamp: '2026-03-04T09:59:00Z' } };
    expect(idsIn(follow([aborted]))).toEqual(['run-placement-deleted']);
    expect(idsIn(follow([...objectsOf({ ...fleet, placement: leaving }), aborted]))).toEqual(['run-placement-deleted']);
    expect(idsIn(follow([...objectsOf(fleet), aborted]))).toEqual(['run-placement-changed']);
    const hiding = (visibility: Visibility): readonly string[] =>
      idsIn(gate({ targets: ['csur/v2'], hidden: { ClusterResourcePlacement: visibility } }).once([aborted]));
    expect(hiding({ kind: 'unread' })).toEqual(['run-placement-deleted']);
    expect(hiding({ kind: 'denied', message: 'forbidden' })).toEqual(['run-placement-changed']);
  });

  test('whose placement was created again ended because of that, regardless of what it reports about another run', () => {
    const message = 'cannot continue the updateRun: the binding of the updating cluster `east` is not up-to-date with the desired status';
    const planned = { ...yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), lastTransitionTime: '2026-03-04T09:50:00Z' };
    const failed = { ...no('Succeeded', 'UpdateRunFailed', 1), message, lastTransitionTime: '2026-03-04T09:55:00Z' };
    const fleet = external(['east'], 1);
    const createdAt = (creationTimestamp: string): readonly string[] => {
      const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, creationTimestamp } };
      return idsIn(
        follow([...objectsOf({ ...fleet, placement }), run({ ...status([], [cluster('east', started)]), conditions: [planned, failed] })]),
      );
    };
    expect(createdAt('2026-03-04T09:49:00Z')).toEqual(['run-preempted']);
    expect(createdAt('2026-03-04T09:52:00Z')).toEqual(['run-placement-deleted']);
    expect(createdAt('2026-03-04T09:57:00Z')).toEqual(['run-preempted']);
  });

  test('that lost a cluster which was released and picked again does not name another run as the winner', () => {
    const message = 'cannot continue the updateRun: the binding of the updating cluster `east` is not up-to-date with the desired status';
    const planned = { ...yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), lastTransitionTime: '2026-03-04T09:50:00Z' };
    const failed = { ...no('Succeeded', 'UpdateRunFailed', 1), message, lastTransitionTime: '2026-03-04T09:55:00Z' };
    const fleet = external(['east'], 1);
    const lost = cluster('east', started, no('Succeeded', 'ClusterUpdatingFailed', 1));
    const aborted = run({ ...status([], [lost]), conditions: [planned, failed] });
    const boundAt = (creationTimestamp: string, mover?: string): readonly string[] => {
      const moved = { ...yes('RolloutStarted', 'RolloutStarted', 3), message: `updateRun: ${mover ?? ''}` };
      const east = binding('east', 1, mover === undefined ? [] : [moved]);
      const bindings = [{ ...east, metadata: { ...east.metadata, creationTimestamp } }];
      const { runs } = follow([...objectsOf({ ...fleet, bindings }), aborted]);
      return runs.flatMap(({ diagnoses }) => diagnoses.map(({ id, title }) => `${id}: ${title}`));
    };
    const changed = 'run-clusters-changed: east was released and picked again during the run';
    expect(boundAt('2026-03-04T09:51:00Z')).toEqual([changed]);
    expect(boundAt('2026-03-04T09:50:00Z')).toEqual(['run-preempted: Another run took over']);
    expect(boundAt('2026-03-04T09:51:00Z', 'v3')).toEqual(['run-preempted: Another run took over']);
    // Its own write, which its controller read too late: the binding shows that no other run has moved it.
    expect(boundAt('2026-03-04T09:50:00Z', 'v2')).toEqual(['run-failed: The run mistook its own write for that of another run']);
  });

  test('that succeeded before its placement was created again has not brought content', () => {
    const planned = { ...yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), lastTransitionTime: '2026-03-04T09:50:00Z' };
    const succeeded = { ...yes('Succeeded', 'UpdateRunSucceeded', 1), lastTransitionTime: '2026-03-04T09:55:00Z' };
    const fleet = external(['east'], 1);
    const afterRun = (creationTimestamp: string, held: Partial<Fleet>): GateState => {
      const placement = { ...fleet.placement, metadata: { ...fleet.placement.metadata, creationTimestamp } };
      const ended = run({ ...status([], [cluster('east', started, done)]), conditions: [planned, succeeded] });
      const metadata = { ...ended.metadata, creationTimestamp: '2026-03-04T09:49:30Z' };
      return follow([...objectsOf({ ...fleet, placement, ...held }), { ...ended, metadata }]);
    };
    const nothing: Partial<Fleet> = { snapshots: [], bindings: [], works: [] };
    const renewed = afterRun('2026-03-04T09:57:00Z', nothing);
    expect(renewed.outcome).toBe('failed');
    expect(idsIn(renewed)).toEqual(['run-placement-deleted']);
    expect(renewed.runs[0]?.clusters.map(({ verdict }) => verdict)).toEqual(['notVerified']);
    // Of the placement the run was planned for, a snapshot that is not there proves nothing.
    expect(afterRun('2026-03-04T09:49:00Z', nothing).outcome).toBe('waiting');
    // The run may have been created before its placement, and have been planned after it.
    expect(afterRun('2026-03-04T09:49:45Z', nothing).outcome).toBe('waiting');
    // Another run has brought the same content to the new one.
    expect(afterRun('2026-03-04T09:57:00Z', {}).outcome).toBe('passed');
  });

  test('that succeeded is not delayed by a cluster that has left the fleet since', () => {
    const ended = run(
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
    const ended = run({ ...status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)]), appliedStrategy: {} });
    const state = follow([...edited, ended]);
    expect(state.outcome).toBe('failed');
    expect(idsIn(state)).toEqual(['run-placement-changed']);
    // Another run is about to bring it.
    const next = run(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')]), { name: 'v3' });
    expect(follow([...edited, ended, next]).outcome).toBe('waiting');
    expect(follow([...objectsOf(fleet), ended]).outcome).toBe('passed');
  });

  test('that succeeded does not start its clusters again for a later policy', () => {
    const fleet = external(['east'], 1);
    const ended = run({
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
      const aborted = run({ ...ended, policySnapshotIndexUsed: '0', policyObservedClusterCount: 2 });
      return [...objectsOf({ ...fleet, placement: { ...fleet.placement, spec } }), aborted];
    };
    expect(idsIn(follow(asking(5)))).toContain('run-placement-changed');
    expect(idsIn(follow(asking(2)))).toContain('run-clusters-changed');
  });

  test('that waits for a person makes its placement wait for that person', () => {
    const objects = [...objectsOf(external(['east'], 0)), run(status([], [cluster('east')]), { state: 'Initialize' })];
    const state = look(objects);
    expect(state.outcome).toBe('waitingForPerson');
    expect(idsIn(state)).toContain('run-not-started');
  });

  test('that was left is not to be continued by a person while another run brings the same content, or after one has', () => {
    const made = (object: KubeObject, time: string): KubeObject => ({
      ...object,
      metadata: { ...object.metadata, creationTimestamp: `2026-03-04T${time}Z` },
    });
    const waiting = { ...no('Progressing', 'UpdateRunStopped', 1) };
    const left = [
      made(run(status([], [cluster('east')]), { name: 'v1', state: 'Initialize' }), '08:00:00'),
      made(run(status([waiting], [cluster('east')]), { name: 'v0', state: 'Stop' }), '08:00:00'),
    ];
    const behind = objectsOf(external(['east'], 0));
    const moving = made(run(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east', started)])), '08:30:00');
    const ended = made(run(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)])), '08:30:00');
    const told = (objects: readonly KubeObject[]): string => toldBy(look(objects));
    expect(told([...behind, ...left, moving])).toBe('waiting');
    expect(told([...behind, ...left])).toBe('waitingForPerson run-not-started run-stopped');
    expect(told([...behind, ...left, ended])).toBe('waitingForPerson external-run-missing');
    // Made after the other had ended.
    const next = made(run(status([], [cluster('east')]), { name: 'v3', state: 'Initialize' }), '09:30:00');
    expect(told([...behind, ...left, ended, next])).toBe('waitingForPerson run-not-started');
    // It is of this very deploy.
    const [own = moving] = left;
    expect(toldBy(look([...behind, own, moving], { manifests: [orders('v2'), own] }))).toBe('waitingForPerson run-not-started');
  });

  test('that is active makes its placement wait', () => {
    const objects = [
      ...objectsOf(external(['east'], 0)),
      run(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east', started)])),
    ];
    expect(look(objects).outcome).toBe('waiting');
  });
});

// covers: message-names-binding-and-run
test('a run that was preempted names the winner', () => {
  const { objects, asked } = hubFixture('run-preempted');
  const state = gate({ targets: asked.targets, hubTime: asked.hubTime }).look(objects);
  const [found] = state.runs.flatMap((run) => run.diagnoses.filter((entry) => entry.id === 'run-preempted'));
  expect(found?.explain).toMatch(/^ClusterStagedUpdateRun\/\S+-v2, which .* moved a cluster/);
  expect(found?.evidence.at(-1)).toMatch(/^ClusterResourceBinding\/\S+ was moved by \S+-v2$/);
});
