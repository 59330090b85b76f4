import { parseDuration } from '../../duration.ts';
import { kindInScopeOf } from '../../fleet/kubefleet/kinds.ts';
import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, refOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { differsFrom, missingFrom } from '../deploy/content/equal.ts';
import { removedField } from '../deploy/removed-fields.ts';
import type { RunView } from '../view/run.ts';
import { typeOf } from '../view/seen.ts';
import type { GateContext } from './context.ts';

/**
 * The strategy of the deploy, if the run was planned with another one, and where they differ. A run keeps the strategy of its
 * initialization, so its stages, approvals and waits may not be those of the deploy. `undefined` if they are, or are not known, or the
 * hub does not hold the strategy as deployed.
 */
export function otherStrategy(
  run: RunView,
  { hub, deploy = [] }: Pick<GateContext, 'hub' | 'deploy'>,
): { readonly strategy: ObjectRef; readonly differsAt: string } | undefined {
  const planned = objectAt(run.object, 'status', 'stagedUpdateStrategySnapshot');
  const strategy = deploy.find((manifest) => isStrategyOf(manifest, run));
  if (planned === undefined || strategy === undefined) return undefined;
  const live = hub.get(typeOf(strategy.kind), strategy.metadata.namespace, strategy.metadata.name);
  if (live === undefined || missingFrom(live['spec'], strategy['spec']) !== undefined || removedField(live, strategy) !== undefined)
    return undefined;
  // Not the manifest: admission may have added fields before the run was planned.
  const differsAt = differsFrom(stagesOf(planned), stagesOf(live['spec']));
  return differsAt === undefined ? undefined : { strategy: refOf(strategy), differsAt: `/spec${differsAt}` };
}

/** Whether it is the strategy that the run names. */
export function isStrategyOf({ apiVersion, kind, metadata }: KubeObject, { ref, object }: RunView): boolean {
  return (
    groupOf(apiVersion) === groupOf(object.apiVersion) &&
    kind === kindInScopeOf(ref, 'StagedUpdateStrategy') &&
    metadata.namespace === ref.namespace &&
    metadata.name === stringAt(object, 'spec', 'stagedRolloutStrategyName')
  );
}

/**
 * What a run takes from a strategy. The hub agent writes durations in another form, and removes the waits of approvals (KubeFleet
 * pkg/controllers/updaterun/initialization.go, removeWaitTimeFromUpdateRunStatus).
 */
function stagesOf(spec: unknown): unknown {
  const tasksOf = (holder: unknown, name: string): unknown =>
    listAt(holder, name).map((task) => ({
      type: field(task, 'type'),
      ...(field(task, 'type') === 'TimedWait' ? { waitTime: parseDuration(stringAt(task, 'waitTime') ?? '') } : {}),
    }));
  return {
    stages: listAt(spec, 'stages').map((stage) => ({
      name: field(stage, 'name'),
      labelSelector: field(stage, 'labelSelector'),
      sortingLabelKey: field(stage, 'sortingLabelKey'),
      maxConcurrency: field(stage, 'maxConcurrency') ?? 1,
      beforeStageTasks: tasksOf(stage, 'beforeStageTasks'),
      afterStageTasks: tasksOf(stage, 'afterStageTasks'),
    })),
    deleteStageTasks: tasksOf(spec, 'deleteStageTasks'),
  };
}
