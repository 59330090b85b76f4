import { conditionsAt, findCondition } from '../../../fleet/kubernetes/condition.ts';
import { kindInScopeOf, fleetKind, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import type { ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { approvalPatch } from './approval-patch.ts';
import type { Observation } from '../observation.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import type { RunView, StageView, TaskView } from '../../view/run.ts';
import { isCurrent, typeOf } from '../../view/seen.ts';
import { quote } from '../placement/scheduling.ts';

/**
 * What a waiting run's tasks wait for: a person, or time (KubeFleet pkg/controllers/updaterun/execution.go). The run's own message does not
 * show it.
 */
export function taskObservations(hub: HubState, run: RunView): readonly Observation[] {
  const open = run.stages.filter((stage) => stage.progressing !== undefined && stage.succeeded === undefined);
  return open.flatMap((stage) =>
    stage.tasks.flatMap((task) =>
      task.type === 'Approval' ? approvalObservations(hub, run, stage, task) : timedObservations(hub, run, stage, task),
    ),
  );
}

function approvalObservations(hub: HubState, run: RunView, stage: StageView, task: TaskView): readonly Observation[] {
  if (task.approval === undefined || findCondition(task.conditions, 'ApprovalRequestCreated')?.status !== 'True') return [];
  if (findCondition(task.conditions, 'ApprovalRequestApproved')?.status === 'True') return [];
  const kind = kindInScopeOf(run.ref, 'ApprovalRequest');
  const request = hub.get(typeOf(kind), run.ref.namespace, task.approval);
  const conditions = conditionsAt(request, 'status', 'conditions');
  const approved = findCondition(conditions, 'Approved');
  const object: ObjectRef = {
    apiVersion: `${PLACEMENT_GROUP}/${fleetKind(kind)?.versions[0] ?? 'v1'}`,
    kind,
    ...(run.ref.namespace === undefined ? {} : { namespace: run.ref.namespace }),
    name: task.approval,
  };
  const base = {
    scope: 'run',
    step: 'RolloutStarted',
    target: run.ref,
    object,
    words: { stage: stage.name, approval: approvalPatch(request?.metadata.generation) },
  } as const;
  if (findCondition(conditions, 'ApprovalAccepted')?.status === 'True') return [];
  if (approved === undefined || approved.status === 'Unknown') {
    const isSeen = hub.visibility(typeOf(kind), run.ref.namespace).kind === 'seen';
    const unknown = isSeen
      ? 'but its request is not on the hub'
      : 'its request was not read, so it is not known whether there is an answer';
    const answer = request === undefined ? unknown : 'there is no answer yet';
    const isEmpty = !stage.removes && stage.clusters.length === 0;
    const evidence = [
      `stage ${stage.name}: the approval ${task.when} the stage is requested, ${answer}`,
      ...(approved === undefined ? [] : [quote(approved)]),
      ...(isEmpty ? [`stage ${stage.name} has no clusters`] : []),
    ];
    return [{ ...base, fact: 'approval-open', evidence, words: { ...base.words, ...(isEmpty ? { emptyStage: 'true' } : {}) } }];
  }
  if (approved.status !== 'True') {
    const denial = approved.message || approved.reason;
    return [
      { ...base, fact: 'approval-denied', evidence: [quote(approved)], words: { ...base.words, ...(denial === '' ? {} : { denial }) } },
    ];
  }
  if (!isCurrent(approved, request?.metadata.generation)) {
    const evidence = [
      `Approved has observedGeneration ${String(approved.observedGeneration)}, the request is at generation ${String(request?.metadata.generation)}`,
    ];
    return [{ ...base, fact: 'approval-stale', evidence }];
  }
  return [{ ...base, fact: 'approval-unanswered', evidence: [quote(approved)] }];
}

function timedObservations(hub: HubState, run: RunView, stage: StageView, task: TaskView): readonly Observation[] {
  if (task.type !== 'TimedWait' || findCondition(task.conditions, 'WaitTimeElapsed')?.status === 'True') return [];
  if (run.progressing?.reason !== 'UpdateRunWaiting') return [];
  const since = Date.parse(stage.progressing?.lastTransitionTime ?? '');
  const ends = new Date(since + (task.waitTime ?? Number.NaN));
  const until = Number.isNaN(ends.getTime()) ? undefined : ends;
  const words = { stage: stage.name, until: until?.toISOString() ?? 'its time is over' };
  const left = until === undefined ? [] : [`${String(Math.max(0, Math.ceil((until.getTime() - hub.now.getTime()) / 1000)))} s left`];
  return [
    {
      scope: 'run',
      step: 'RolloutStarted',
      fact: 'timed-wait',
      target: run.ref,
      object: run.ref,
      evidence: [`stage ${stage.name} waits`, ...left],
      words,
    },
  ];
}
