import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../../src/fleet/kubernetes/object.ts';
import { taskObservations } from '../../src/gates/observations/run/approvals.ts';
import { viewRun } from '../../src/gates/view/run.ts';
import { greenFleet, no, NOW, objectsOf, placementConditions, yes } from '../support/fleet.ts';
import { gate } from '../support/gate.ts';
import { memoryHub } from '../support/memory-hub.ts';

const K = 'kubernetes-fleet.io';

/** Hubs as KubeFleet's open pull requests make them. */
describe('a hub on which an edit that is not of the policy leaves the policy snapshot alone (730)', () => {
  interface Snapshot {
    /** `CRP-generation` and `status.observedCRPGeneration`. */
    readonly noted?: number;
    readonly observed?: number;
    /** The generation of its own Scheduled condition; its own is 1. */
    readonly own?: number;
    readonly asked?: number;
    readonly picked?: number;
  }

  /** A placement at generation 2 that is scheduled at generation 2. */
  function outcome(
    { noted = 1, observed = noted, own = 1, asked = 2, picked = 2 }: Snapshot,
    policy: object = { placementType: 'PickAll' },
  ): string {
    const fleet = greenFleet();
    const { placement, policySnapshot } = fleet;
    const status = placement['status'] as { readonly placementStatuses: readonly { readonly conditions: readonly object[] }[] };
    const placementStatuses = status.placementStatuses.map((entry) => ({
      ...entry,
      conditions: entry.conditions.map((condition) => ({ ...condition, observedGeneration: 2 })),
    }));
    const edited: KubeObject = {
      ...placement,
      metadata: { ...placement.metadata, generation: 2 },
      spec: { ...(placement['spec'] as object), policy },
      status: { ...status, conditions: placementConditions(2, 2), placementStatuses },
    };
    const targetClusters = ['east', 'west'].map((clusterName, at) => ({ clusterName, selected: at < picked, reason: '' }));
    const snapshot: KubeObject = {
      ...policySnapshot,
      metadata: {
        ...policySnapshot.metadata,
        annotations: { [`${K}/CRP-generation`]: String(noted), [`${K}/number-of-clusters`]: String(asked) },
      },
      status: { observedCRPGeneration: observed, conditions: [yes('Scheduled', 'SchedulingPolicyFulfilled', own)], targetClusters },
    };
    return gate().once(objectsOf({ ...fleet, placement: edited, policySnapshot: snapshot })).outcome;
  }

  test('passes with the generation that the snapshot had before', () => {
    expect(outcome({})).toBe('passed');
  });

  test('waits if the scheduler has not answered for the snapshot', () => {
    expect(outcome({ own: 0 })).toBe('waiting');
    expect(outcome({ noted: 2, observed: 1 })).toBe('waiting');
  });

  test('waits for the decisions after PickN was scaled, which changes no spec of the snapshot', () => {
    const policy = { placementType: 'PickN', numberOfClusters: 2 };
    expect(outcome({ picked: 1 }, policy)).toBe('waiting');
    expect(outcome({ asked: 1, picked: 1 }, policy)).toBe('waiting');
    expect(outcome({}, policy)).toBe('passed');
  });
});

describe('tasks of the delete stage (813)', () => {
  const requested = yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1);

  function asking(clusters: readonly string[], type: 'Approval' | 'TimedWait'): readonly string[] {
    const task =
      type === 'Approval' ? { type, approvalRequestName: 'v2-after-delete-stage', conditions: [requested] } : { type, conditions: [] };
    const run: KubeObject = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterStagedUpdateRun',
      metadata: { name: 'v2', generation: 1 },
      spec: { placementName: 'shop', state: 'Run' },
      status: {
        conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunWaiting', 1)],
        stagedUpdateStrategySnapshot: { stages: [], deleteStageTasks: [{ type, waitTime: '2h' }] },
        stagesStatus: [],
        deletionStageStatus: {
          stageName: `${K}/deleteStage`,
          clusters: clusters.map((clusterName) => ({ clusterName })),
          conditions: [no('Progressing', 'StageUpdatingWaiting', 1)],
          afterStageTaskStatus: [task],
        },
      },
    };
    return taskObservations(memoryHub([], NOW), viewRun(run)).map(({ fact = '', evidence }) => `${fact}: ${evidence.join('; ')}`);
  }

  test.each([[['m3']], [[]]])('are waited for before anything is deleted, if clusters are %j', (clusters) => {
    expect(asking(clusters, 'Approval')).toEqual([
      `approval-open: stage ${K}/deleteStage: approval before the stage is asked for, there is no answer yet`,
    ]);
    expect(asking(clusters, 'TimedWait')).toEqual([`timed-wait: stage ${K}/deleteStage waits; 3600 s left`]);
  });
});
