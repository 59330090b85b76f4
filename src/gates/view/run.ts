import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import type { Condition } from '../../fleet/kubernetes/condition.ts';
import { parseDuration } from '../../duration.ts';
import { listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { refOf } from '../../fleet/kubernetes/object.ts';
import type { KubeObject, ObjectRef } from '../../fleet/kubernetes/object.ts';
import { overrideSnapshotsIn } from './binding.ts';
import { indexAt } from './index-at.ts';

/** A (Cluster)StagedUpdateRun from its status (KubeFleet apis/placement/v1beta1/stageupdate_types.go). */
export interface RunView {
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly state: string;
  readonly placementName: string;
  readonly initialized: Condition | undefined;
  readonly progressing: Condition | undefined;
  readonly succeeded: Condition | undefined;
  /** The requested index; absent if the run chose the newest. */
  readonly askedIndex: number | undefined;
  readonly usedIndex: number | undefined;
  readonly stages: readonly StageView[];
}

export interface StageView {
  readonly name: string;
  /** The delete stage at the end, which removes content from clusters that are no longer picked. */
  readonly removes: boolean;
  readonly progressing: Condition | undefined;
  readonly succeeded: Condition | undefined;
  readonly clusters: readonly RunClusterView[];
  readonly tasks: readonly TaskView[];
}

export interface RunClusterView {
  readonly name: string;
  /** Override snapshots in its plan, named as in bindings. */
  readonly overrides: readonly string[];
  readonly started: Condition | undefined;
  readonly succeeded: Condition | undefined;
}

export interface TaskView {
  readonly type: string;
  readonly when: 'before' | 'after';
  readonly approval: string | undefined;
  readonly conditions: readonly Condition[];
  /** Duration of a TimedWait in milliseconds. */
  readonly waitTime: number | undefined;
}

export function viewRun(object: KubeObject): RunView {
  const conditions = conditionsAt(object, 'status', 'conditions');
  const strategies = listAt(object, 'status', 'stagedUpdateStrategySnapshot', 'stages');
  const stages = listAt(object, 'status', 'stagesStatus').map((status, at) => toStage(status, strategies[at], false));
  const deletion = objectAt(object, 'status', 'deletionStageStatus');
  // Its tasks are named after-stage tasks. They are evaluated before anything is deleted, and also if nothing is (KubeFleet PR 813).
  const deletionTasks = { afterStageTasks: listAt(object, 'status', 'stagedUpdateStrategySnapshot', 'deleteStageTasks') };
  const isEmpty = listAt(deletion, 'clusters').length === 0 && listAt(deletion, 'afterStageTaskStatus').length === 0;
  const removal = isEmpty ? [] : [toStage(deletion, deletionTasks, true)];
  return {
    ref: refOf(object),
    object,
    state: stringAt(object, 'spec', 'state') ?? 'Initialize',
    placementName: stringAt(object, 'spec', 'placementName') ?? '',
    initialized: findCondition(conditions, 'Initialized'),
    progressing: findCondition(conditions, 'Progressing'),
    succeeded: findCondition(conditions, 'Succeeded'),
    askedIndex: indexAt(object, 'spec', 'resourceSnapshotIndex'),
    usedIndex: indexAt(object, 'status', 'resourceSnapshotIndexUsed'),
    stages: [...stages, ...removal],
  };
}

function toStage(status: unknown, strategy: unknown, removes: boolean): StageView {
  const conditions = conditionsAt(status, 'conditions');
  return {
    name: stringAt(status, 'stageName') ?? '',
    removes,
    progressing: findCondition(conditions, 'Progressing'),
    succeeded: findCondition(conditions, 'Succeeded'),
    clusters: listAt(status, 'clusters').map((entry) => {
      const own = conditionsAt(entry, 'conditions');
      return {
        name: stringAt(entry, 'clusterName') ?? '',
        overrides: overrideSnapshotsIn(entry),
        started: findCondition(own, 'Started'),
        succeeded: findCondition(own, 'Succeeded'),
      };
    }),
    tasks: [...tasksAt(status, strategy, 'before'), ...tasksAt(status, strategy, 'after')].map((task) =>
      removes ? { ...task, when: 'before' as const } : task,
    ),
  };
}

function tasksAt(status: unknown, strategy: unknown, when: TaskView['when']): readonly TaskView[] {
  const planned = listAt(strategy, `${when}StageTasks`);
  return listAt(status, `${when}StageTaskStatus`).map((entry, at) => ({
    type: stringAt(entry, 'type') ?? '',
    when,
    approval: stringAt(entry, 'approvalRequestName'),
    conditions: conditionsAt(entry, 'conditions'),
    waitTime: parseDuration(stringAt(planned[at], 'waitTime') ?? ''),
  }));
}
