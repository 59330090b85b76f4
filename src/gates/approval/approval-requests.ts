import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { kindInScopeOf, fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { type KubeObject, type ObjectRef, refOf } from '../../fleet/kubernetes/object.ts';
import type { RunView, StageView, TaskView } from '../view/run.ts';
import { isCurrent, typeOf } from '../view/seen.ts';

/**
 * An approval that a run has asked for. `open`: there is no answer. `wrongGeneration`: it is approved, but for another generation, which
 * KubeFleet ignores. `denied`: Approved is not True. `approved`: the run has accepted it, or will.
 */
export interface ApprovalRequest {
  readonly ref: ObjectRef;
  readonly stage: StageView;
  readonly when: 'before' | 'after';
  readonly state: 'open' | 'wrongGeneration' | 'denied' | 'approved';
  /** Absent if it is not on the hub, or was not read. */
  readonly object?: KubeObject;
  /** What the person wrote who denied it. */
  readonly denial?: string;
}

/**
 * The approvals of a run, by its own status. A request that the run has passed is `approved`; its label `isLatestUpdateRunApproval` stays
 * true for ever (KubeFleet pkg/controllers/updaterun/execution.go).
 */
export function approvalRequests(hub: HubState, run: RunView): readonly ApprovalRequest[] {
  return run.stages.flatMap((stage) =>
    stage.tasks.flatMap((task): readonly ApprovalRequest[] => {
      const isAsked = findCondition(task.conditions, 'ApprovalRequestCreated')?.status === 'True';
      if (task.type !== 'Approval' || task.approval === undefined || !isAsked) return [];
      return [requestOf(hub, run, { stage, task, name: task.approval })];
    }),
  );
}

interface Asked {
  readonly stage: StageView;
  readonly task: TaskView;
  readonly name: string;
}

function requestOf(hub: HubState, run: RunView, { stage, task, name }: Asked): ApprovalRequest {
  const kind = kindInScopeOf(run.ref, 'ApprovalRequest');
  const { namespace } = run.ref;
  const object = hub.get(typeOf(kind), namespace, name);
  const apiVersion = `${PLACEMENT_GROUP}/${fleetKind(kind)?.versions[0] ?? 'v1'}`;
  const ref = object === undefined ? { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name } : refOf(object);
  const base = { ref, stage, when: task.when, ...(object === undefined ? {} : { object }) };
  const conditions = conditionsAt(object, 'status', 'conditions');
  const isAccepted = findCondition(conditions, 'ApprovalAccepted')?.status === 'True';
  const isPast = stage.succeeded !== undefined || findCondition(task.conditions, 'ApprovalRequestApproved')?.status === 'True';
  if (isAccepted || isPast) return { ...base, state: 'approved' };
  const approved = findCondition(conditions, 'Approved');
  if (approved === undefined) return { ...base, state: 'open' };
  if (approved.status !== 'True') return { ...base, state: 'denied', denial: approved.message || approved.reason };
  return { ...base, state: isCurrent(approved, object?.metadata.generation) ? 'approved' : 'wrongGeneration' };
}
