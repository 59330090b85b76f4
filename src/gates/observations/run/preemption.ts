import { kindInScopeOf } from '../../../fleet/kubefleet/kinds.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { toBinding } from '../../view/binding.ts';
import type { BindingView } from '../../view/binding.ts';
import type { RunView } from '../../view/run.ts';
import { isCurrent, typeOf } from '../../view/seen.ts';

/** The run that took a cluster from this one, and the binding that shows it. */
export interface Preemption {
  readonly winner: string;
  /** It existed when this run was created. */
  readonly isWinnerOlder: boolean;
  readonly evidence: string;
}

/**
 * The run that holds clusters which this run has lost; the default is the clusters on which it failed. The run itself only reports that a
 * binding is not as the run left it. Only the message of a binding's RolloutStarted names the run that moved it last (KubeFleet
 * pkg/controllers/updaterun/execution.go).
 */
export function preemptionOf(hub: HubState, run: RunView, clusters: readonly string[] = failedClusters(run)): Preemption | undefined {
  const lost = new Set(clusters);
  for (const binding of bindingsOf(hub, run) ?? []) {
    const mover = moverOf(binding);
    if (!lost.has(binding.cluster) || mover === undefined || mover === run.ref.name) continue;
    const ref = displayName(refOf(binding.object));
    const since = Date.parse(hub.get(typeOf(run.ref.kind), run.ref.namespace, mover)?.metadata.creationTimestamp ?? '');
    const isWinnerOlder = since <= Date.parse(run.object.metadata.creationTimestamp ?? '');
    return { winner: displayName({ ...run.ref, name: mover }), isWinnerOlder, evidence: `${ref} was moved by ${mover}` };
  }
  return undefined;
}

/**
 * The evidence that this run still has every cluster it failed on: it moved their bindings last, to its own snapshot. The run controller
 * then read its own write too late, and treated its outdated cache as another run's work. `undefined` if a binding shows otherwise, or
 * cannot be read.
 */
export function evidenceOfOwnMove(hub: HubState, run: RunView): string | undefined {
  const lost = failedClusters(run);
  const own = (bindingsOf(hub, run) ?? []).filter((binding) => lost.includes(binding.cluster));
  const isOwn = (binding: BindingView): boolean => {
    const started = findCondition(binding.conditions, 'RolloutStarted');
    return moverOf(binding) === run.ref.name && started?.status === 'True' && isCurrent(started, binding.generation);
  };
  if (lost.length === 0 || own.length < lost.length || !own.every(isOwn)) return undefined;
  return own.map(({ object, snapshotName }) => `${displayName(refOf(object))} was moved to ${snapshotName} by this run`).join(', ');
}

function bindingsOf(hub: HubState, { ref, placementName }: RunView): readonly BindingView[] | undefined {
  const type = typeOf(kindInScopeOf(ref, 'ResourceBinding'));
  if (hub.visibility(type, ref.namespace).kind !== 'seen') return undefined;
  return hub.derived(type, { namespace: ref.namespace, name: placementName }).map(toBinding);
}

function moverOf({ conditions }: BindingView): string | undefined {
  return /updateRun: (\S+)$/.exec(findCondition(conditions, 'RolloutStarted')?.message ?? '')?.[1];
}

/** The clusters it could not finish. */
export function failedClusters(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) =>
    stage.clusters.filter((cluster) => cluster.succeeded?.status === 'False').map((cluster) => cluster.name),
  );
}
