import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import type { Visibility } from '../../../src/fleet/kubefleet/hub-state.ts';
import { bindingAt, badWork, binding, clusterConditions, no, objectsOf, orders, yes, type Fleet } from '../../support/fleets/fleet.ts';
import { causesIn, diagnosesIn, idsIn, gate, toldBy, type Asked } from '../../support/gate/gate.ts';
import { hubFixture } from '../../support/hubs/hub-fixture.ts';
import { cluster, done, external, fresh, started, status, updateRun } from '../../support/fleets/run-fleet.ts';

const { look } = gate({ manifests: [orders('v2')] });

describe('an update run', () => {
  const { look: follow, later: followLater } = gate({ targets: ['csur/v2'], manifests: [orders('v2')] });

  test('waits for a person until it is started', () => {
    const state = follow([...objectsOf(external(['east'], 0)), updateRun(status([], [cluster('east')]), { state: 'Initialize' })]);
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
        updateRun(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east')])),
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
      updateRun(status([progressing], [cluster('east', started)])),
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
    const stuck = updateRun(
      status([no('Progressing', 'UpdateRunStuck', 1, message)], [cluster('east', started), cluster('west', started)]),
    );
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
      const object = updateRun(status([no('Progressing', 'UpdateRunStuck', 1, message)], [...clusters, cluster('new', began)]));
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
      diagnosesIn(follow([...objectsOf(external(['east'], 1)), updateRun(approval)], { hidden })).flatMap((found) => [...found.evidence]);
    expect(evidence({})).toContain('stage all: the approval after the stage is requested, but its request is not on the hub');
    expect(evidence(request)).toContain(
      'stage all: the approval after the stage is requested, its request was not read, so it is not known whether there is an answer',
    );
    expect(reported(updateRun(approval))).toBe('waitingForPerson run-waiting-approval');
    expect(reported(updateRun(stage({ afterStageTaskStatus: [{ type: 'TimedWait' }] })))).toBe('waiting run-waiting-timed');
    expect(reported(updateRun(stopped, { state: 'Stop' }))).toBe('waitingForPerson run-stopped');
    expect(reported(updateRun(status([], [cluster('east')]), { state: 'Initialize' }))).toBe('waitingForPerson run-not-started');
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
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterApprovalRequest',
      metadata: { name: 'v2-after-all', generation: 1 },
      status: { conditions: [yes('Approved', 'ok', observedGeneration)] },
    });
    const reported = (generation: number): readonly string[] => {
      const objects = [...objectsOf(external(['east'], 1)), updateRun(waiting), request(generation)];
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
      updateRun(progressing),
      updateRun(progressing, { name: 'other' }),
    ];
    const after = followLater(objects, follow(objects), 20 * 60_000);
    expect(after.outcome).toBe('waiting');
    expect(idsIn(after)).toEqual(['run-concurrent']);
  });

  test('that lacks the policy snapshot of a deleted placement ended because of that deletion', () => {
    const message =
      'cannot continue the updateRun: failed to validate the updateRun: no latest policy snapshot associated with the placement';
    const aborted = updateRun(status([{ ...no('Succeeded', 'UpdateRunFailed', 1), message }], [cluster('east', started)]));
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
        follow([
          ...objectsOf({ ...fleet, placement }),
          updateRun({ ...status([], [cluster('east', started)]), conditions: [planned, failed] }),
        ]),
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
    const aborted = updateRun({ ...status([], [lost]), conditions: [planned, failed] });
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

  test('that waits for a person makes its placement wait for that person', () => {
    const objects = [...objectsOf(external(['east'], 0)), updateRun(status([], [cluster('east')]), { state: 'Initialize' })];
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
      made(updateRun(status([], [cluster('east')]), { name: 'v1', state: 'Initialize' }), '08:00:00'),
      made(updateRun(status([waiting], [cluster('east')]), { name: 'v0', state: 'Stop' }), '08:00:00'),
    ];
    const behind = objectsOf(external(['east'], 0));
    const moving = made(updateRun(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east', started)])), '08:30:00');
    const ended = made(updateRun(status([yes('Succeeded', 'UpdateRunSucceeded', 1)], [cluster('east', started, done)])), '08:30:00');
    const told = (objects: readonly KubeObject[]): string => toldBy(look(objects));
    expect(told([...behind, ...left, moving])).toBe('waiting');
    expect(told([...behind, ...left])).toBe('waitingForPerson run-not-started run-stopped');
    expect(told([...behind, ...left, ended])).toBe('waitingForPerson external-run-missing');
    // Made after the other had ended.
    const next = made(updateRun(status([], [cluster('east')]), { name: 'v3', state: 'Initialize' }), '09:30:00');
    expect(told([...behind, ...left, ended, next])).toBe('waitingForPerson run-not-started');
    // It is of this very deploy.
    const [own = moving] = left;
    expect(toldBy(look([...behind, own, moving], { manifests: [orders('v2'), own] }))).toBe('waitingForPerson run-not-started');
  });

  test('that is active makes its placement wait', () => {
    const objects = [
      ...objectsOf(external(['east'], 0)),
      updateRun(status([yes('Progressing', 'UpdateRunProgressing', 1)], [cluster('east', started)])),
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
