import { isDeleting } from '../../fleet/kubernetes/object.ts';
import { conditionsAt, findCondition } from '../../fleet/kubernetes/condition.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { typeOf } from './seen.ts';

/**
 * The update runs that name this placement; nothing but their spec ties the two together.
 * `undefined` where runs may not be read; in objects from files, where nobody could have asked, none are there.
 */
export function runsOf(hub: HubState, placement: KubeObject): readonly KubeObject[] | undefined {
  const type = typeOf(runKind(placement));
  const { kind } = hub.visibility(type, placement.metadata.namespace);
  if (kind !== 'seen' && kind !== 'unread') return undefined;
  return hub.list(type).filter((run) => isRunOf(run, placement));
}

export function isRunOf(run: KubeObject, placement: KubeObject): boolean {
  const { name, namespace } = placement.metadata;
  return run.kind === runKind(placement) && stringAt(run, 'spec', 'placementName') === name && run.metadata.namespace === namespace;
}

function runKind(placement: KubeObject): string {
  return placement.kind === 'ClusterResourcePlacement' ? 'ClusterStagedUpdateRun' : 'StagedUpdateRun';
}

/** Neither ended nor refused; a run that waits, or is stopped, is still the one that will go on. */
export function isAtWork(run: KubeObject): boolean {
  const conditions = conditionsAt(run, 'status', 'conditions');
  const ended = findCondition(conditions, 'Succeeded') !== undefined || findCondition(conditions, 'Initialized')?.status === 'False';
  return !ended && !isDeleting(run);
}
