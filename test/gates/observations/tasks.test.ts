import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { taskObservations } from '../../../src/gates/observations/run/approvals.ts';
import { viewRun } from '../../../src/gates/view/run.ts';
import { no, NOW, yes } from '../../support/fleets/fleet.ts';
import { memoryHub } from '../../support/hubs/memory-hub.ts';

type Json = Readonly<Record<string, unknown>>;

const API = 'placement.kubernetes-fleet.io/v1beta1';
const asked = yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1);
const waiting = no('Progressing', 'StageUpdatingWaiting', 1);

/** A run that waits in its stage `canary`, which began to wait at 09:00; the hub's time is 10:00. */
function run(stage: Json, planned: Json = {}, namespace?: string): KubeObject {
  return {
    apiVersion: API,
    kind: namespace === undefined ? 'ClusterStagedUpdateRun' : 'StagedUpdateRun',
    metadata: namespace === undefined ? { name: 'v2', generation: 1 } : { name: 'v2', namespace, generation: 1 },
    spec: { placementName: 'shop', state: 'Run' },
    status: {
      conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunWaiting', 1)],
      stagedUpdateStrategySnapshot: { stages: [{ name: 'canary', ...planned }] },
      stagesStatus: [{ stageName: 'canary', clusters: [{ clusterName: 'east' }], conditions: [waiting], ...stage }],
    },
  };
}

function reported(object: KubeObject, ...requests: readonly KubeObject[]): readonly string[] {
  const observations = taskObservations(memoryHub(requests, NOW), viewRun(object));
  return observations.map(({ fact = '', evidence }) => `${fact}: ${evidence.join('; ')}`);
}

describe('an approval', () => {
  const open = (when: 'before' | 'after', ...conditions: readonly Json[]): KubeObject =>
    run({ [`${when}StageTaskStatus`]: [{ type: 'Approval', approvalRequestName: 'v2-canary', conditions }] });
  const request = (...conditions: readonly Json[]): KubeObject => ({
    apiVersion: API,
    kind: 'ClusterApprovalRequest',
    metadata: { name: 'v2-canary', generation: 2 },
    status: { conditions },
  });

  test.for<readonly [string, readonly Json[], readonly string[]]>([
    ['without an answer', [], ['approval-open: stage canary: the approval after the stage is requested, there is no answer yet']],
    ['refused', [no('Approved', 'No', 2, 'not today')], ['approval-denied: Approved False No: not today']],
    [
      'neither approved nor denied',
      [{ ...no('Approved', 'Later', 2), status: 'Unknown' }],
      ['approval-open: stage canary: the approval after the stage is requested, there is no answer yet; Approved Unknown Later: Later'],
    ],
    [
      'for the request as it was',
      [yes('Approved', 'Yes', 1)],
      ['approval-stale: Approved has observedGeneration 1, the request is at generation 2'],
    ],
    [
      'without a generation',
      [yes('Approved', 'Yes')],
      ['approval-stale: Approved has observedGeneration undefined, the request is at generation 2'],
    ],
    ['approved and not accepted yet', [yes('Approved', 'Yes', 2)], ['approval-unanswered: Approved True Yes: Yes']],
    ['accepted', [yes('Approved', 'Yes', 2), yes('ApprovalAccepted', 'ApprovalRequestApprovalAccepted', 2)], []],
    ['accepted, and withdrawn too late', [no('Approved', 'No', 2), yes('ApprovalAccepted', 'ApprovalRequestApprovalAccepted', 2)], []],
  ])('%s', ([, conditions, expected]) => {
    expect(reported(open('after', asked), request(...conditions))).toEqual(expected);
  });

  test('for a stage without clusters says that there are none', () => {
    const [asks] = taskObservations(
      memoryHub([request()], NOW),
      viewRun(run({ clusters: [], beforeStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v2-canary', conditions: [asked] }] })),
    );
    expect(asks?.evidence).toContain('stage canary has no clusters');
    expect(asks?.words).toMatchObject({ emptyStage: 'true' });
  });

  // covers: before-and-after-stage
  test('cannot be given before it is requested, nor after the run has accepted it', () => {
    expect(reported(open('after'), request())).toEqual([]);
    expect(reported(open('after', no('ApprovalRequestCreated', 'Not', 1)), request())).toEqual([]);
    expect(reported(open('after', asked, yes('ApprovalRequestApproved', 'StageTaskApprovalRequestApproved', 1)), request())).toEqual([]);
  });

  test('whose request was deleted is still open, and its absence is reported', () => {
    expect(reported(open('before', asked))).toEqual([
      'approval-open: stage canary: the approval before the stage is requested, but its request is not on the hub',
    ]);
  });

  // covers: approval-of-namespaced-run
  test('of a namespaced run is in its namespace', () => {
    const mine = { ...request(yes('Approved', 'Yes', 2)), kind: 'ApprovalRequest' };
    const at = (namespace: string): KubeObject => ({ ...mine, metadata: { ...mine.metadata, namespace } });
    const stage = { afterStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v2-canary', conditions: [asked] }] };
    expect(reported(run(stage, {}, 'team'), at('team'))).toEqual(['approval-unanswered: Approved True Yes: Yes']);
    expect(reported(run(stage, {}, 'team'), at('other'))[0]).toMatch(/^approval-open/);
  });

  test('of a stage that has not started, or is over, is not reported', () => {
    const tasks = { afterStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v2-canary', conditions: [asked] }] };
    expect(reported(run({ ...tasks, conditions: [] }))).toEqual([]);
    expect(reported(run({ ...tasks, conditions: [waiting, yes('Succeeded', 'StageUpdatingSucceeded', 1)] }))).toEqual([]);
  });
});

describe('a timed wait', () => {
  const stage = (...conditions: readonly Json[]): Json => ({ afterStageTaskStatus: [{ type: 'TimedWait', conditions }] });
  const planned = (waitTime: string): Json => ({ afterStageTasks: [{ type: 'TimedWait', waitTime }] });

  test('has its remaining time by the hub’s clock', () => {
    expect(reported(run(stage(), planned('1h30m0s')))).toEqual(['timed-wait: stage canary waits; 1800 s left']);
    expect(reported(run(stage(), planned('1h0m0.5s')))).toEqual(['timed-wait: stage canary waits; 1 s left']);
    expect(reported(run(stage(), planned('15s')))).toEqual(['timed-wait: stage canary waits; 0 s left']);
  });

  test('has no end if the plan does not have one', () => {
    expect(reported(run(stage()))).toEqual(['timed-wait: stage canary waits']);
    expect(reported(run(stage(), planned('soon')))).toEqual(['timed-wait: stage canary waits']);
  });

  test('is over, or has not started', () => {
    expect(reported(run(stage(yes('WaitTimeElapsed', 'AfterStageTaskWaitTimeElapsed', 1)), planned('1h')))).toEqual([]);
    const moving = run(stage(), planned('1h'));
    const status = moving['status'] as Json;
    const conditions = [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), yes('Progressing', 'UpdateRunProgressing', 1)];
    expect(reported({ ...moving, status: { ...status, conditions } })).toEqual([]);
  });

  test('may be beside an approval: both are reported', () => {
    const both = [{ type: 'TimedWait' }, { type: 'Approval', approvalRequestName: 'v2-canary', conditions: [asked] }];
    const plan = { afterStageTasks: [{ type: 'TimedWait', waitTime: '2h' }, { type: 'Approval' }] };
    expect(reported(run({ afterStageTaskStatus: both }, plan)).map((line) => line.split(':')[0])).toEqual(['timed-wait', 'approval-open']);
  });
});
