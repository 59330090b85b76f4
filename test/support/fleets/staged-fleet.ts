import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { binding, clusterConditions, greenFleet, namespaceShop, no, orders, yes } from './fleet.ts';
import type { Fleet } from './fleet.ts';

const API = 'placement.kubernetes-fleet.io/v1beta1';
const CONTENT = [namespaceShop(), orders('v1')];

/** The fleet with strategy External. The update run `v1` has finished east and waits for an approval before it continues with west. */
export interface StagedFleet extends Fleet {
  readonly run: KubeObject;
  readonly request: KubeObject;
}

export function stagedFleet(): StagedFleet {
  const fleet = greenFleet(['east', 'west'], CONTENT);
  const spec = { ...(fleet.placement['spec'] as object), strategy: { type: 'External' } };
  const westBefore = binding('west', 0, clusterConditions(3).slice(1), { state: 'Scheduled', resourceSnapshotName: '' });
  return {
    ...fleet,
    placement: { ...fleet.placement, spec },
    bindings: [binding('east', 0), westBefore],
    works: fleet.works.slice(0, 1),
    run: runOf(['east'], ['west']),
    request: {
      apiVersion: API,
      kind: 'ClusterApprovalRequest',
      metadata: { name: 'v1-before-prod', generation: 1 },
      spec: { parentStageRollout: 'v1', targetStage: 'prod' },
    },
  };
}

/** A run that has finished on all clusters. */
export function finishedFleet(): StagedFleet {
  const fleet = stagedFleet();
  const whole = greenFleet(['east', 'west'], CONTENT);
  return { ...fleet, bindings: whole.bindings, works: whole.works, run: succeeded(runOf(['east', 'west'], [])) };
}

export function stagedObjects(fleet: StagedFleet): readonly KubeObject[] {
  const { placement, policySnapshot, snapshots, bindings, works, members, content, run, request } = fleet;
  return [placement, policySnapshot, ...snapshots, ...bindings, ...works, ...members, ...content, run, request];
}

/** A run whose stage `canary` has the finished clusters. It waits before `prod`, which has the others. */
function runOf(finished: readonly string[], others: readonly string[]): KubeObject {
  const done = [yes('Started', 'ClusterUpdatingStarted', 1), yes('Succeeded', 'ClusterUpdatingSucceeded', 1)];
  const canary = {
    stageName: 'canary',
    clusters: finished.map((clusterName) => ({ clusterName, conditions: done })),
    conditions: [no('Progressing', 'StageUpdatingSucceeded', 1), yes('Succeeded', 'StageUpdatingSucceeded', 1)],
  };
  const asked = yes('ApprovalRequestCreated', 'StageTaskApprovalRequestCreated', 1);
  const prod = {
    stageName: 'prod',
    clusters: others.map((clusterName) => ({ clusterName })),
    conditions: [no('Progressing', 'StageUpdatingWaiting', 1)],
    beforeStageTaskStatus: [{ type: 'Approval', approvalRequestName: 'v1-before-prod', conditions: [asked] }],
  };
  return {
    apiVersion: API,
    kind: 'ClusterStagedUpdateRun',
    metadata: { name: 'v1', generation: 1, uid: 'uid-run' },
    spec: { placementName: 'shop', state: 'Run' },
    status: {
      conditions: [yes('Initialized', 'UpdateRunInitializedSuccessfully', 1), no('Progressing', 'UpdateRunWaiting', 1)],
      resourceSnapshotIndexUsed: '0',
      stagedUpdateStrategySnapshot: { stages: [{ name: 'canary' }, { name: 'prod', beforeStageTasks: [{ type: 'Approval' }] }] },
      stagesStatus: others.length === 0 ? [canary] : [canary, prod],
    },
  };
}

function succeeded(run: KubeObject): KubeObject {
  const conditions = [
    yes('Initialized', 'UpdateRunInitializedSuccessfully', 1),
    no('Progressing', 'UpdateRunSucceeded', 1),
    yes('Succeeded', 'UpdateRunSucceeded', 1),
  ];
  return { ...run, status: { ...(run['status'] as object), conditions } };
}
