import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { typeOf } from './seen.ts';

/**
 * The update runs that name this placement; only their spec connects the two.
 * `undefined` if runs may not be read. If files hold no runs, the list is empty, because files need no permission.
 */
export function runsOf(hub: HubState, placement: KubeObject): readonly KubeObject[] | undefined {
  const type = typeOf(runKind(placement));
  const { kind } = hub.visibility(type, placement.metadata.namespace);
  if (kind !== 'seen' && kind !== 'unread') return undefined;
  return hub.list(type).filter((run) => isRunOf(run, placement));
}

/** Whether files hold no run at all: the hub may have one. */
export function areRunsUnread(hub: HubState, placement: KubeObject): boolean {
  return hub.visibility(typeOf(runKind(placement)), placement.metadata.namespace).kind === 'unread';
}

export function isRunOf(run: KubeObject, placement: KubeObject): boolean {
  const { name, namespace } = placement.metadata;
  return run.kind === runKind(placement) && stringAt(run, 'spec', 'placementName') === name && run.metadata.namespace === namespace;
}

function runKind(placement: KubeObject): string {
  return kindInScopeOf(placement, 'StagedUpdateRun');
}

/** Not ended and not refused; a run that waits or is stopped can still continue. */
export function isActiveRun(run: KubeObject): boolean {
  const conditions = conditionsAt(run, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded') !== undefined || findCondition(conditions, 'Initialized')?.status === 'False';
  return !ended && !isDeleting(run);
}
