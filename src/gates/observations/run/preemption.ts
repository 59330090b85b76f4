import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { toBinding } from '../../view/binding.ts';
import type { BindingView } from '../../view/binding.ts';
import type { RunView } from '../../view/run.ts';
import { isCurrent, typeOf } from '../../view/seen.ts';

/** The run that took a cluster from this one, and the binding that says so. */
export interface Preemption {
  readonly winner: string;
  readonly evidence: string;
}

/**
 * Who holds clusters that this run has lost: those on which it has failed, unless others are asked for. The run itself only says that a
 * binding is not as the run left it. A binding names the run that moved it last in the message of RolloutStarted, and nowhere else
 * (KubeFleet pkg/controllers/updaterun/execution.go).
 */
export function preemptionOf(hub: HubState, run: RunView, clusters: readonly string[] = failedOn(run)): Preemption | undefined {
  const lost = new Set(clusters);
  for (const binding of bindingsOf(hub, run) ?? []) {
    const mover = moverOf(binding);
    if (!lost.has(binding.cluster) || mover === undefined || mover === run.ref.name) continue;
    const ref = displayName(refOf(binding.object));
    return { winner: displayName({ ...run.ref, name: mover }), evidence: `${ref} was moved by ${mover}` };
  }
  return undefined;
}

/**
 * A binding that shows that this run still has every cluster it has failed on: it was moved last by this run, to the snapshot of this run. The
 * run controller then read its own write too late, and took its cache for the work of another run. `undefined` if a binding shows otherwise,
 * or cannot be read.
 */
export function ownMove(hub: HubState, run: RunView): string | undefined {
  const lost = failedOn(run);
  const own = (bindingsOf(hub, run) ?? []).filter((binding) => lost.includes(binding.cluster));
  const isOwn = (binding: BindingView): boolean => {
    const started = findCondition(binding.conditions, 'RolloutStarted');
    return moverOf(binding) === run.ref.name && started?.status === 'True' && isCurrent(started, binding.generation);
  };
  if (lost.length === 0 || own.length < lost.length || !own.every(isOwn)) return undefined;
  return own.map(({ object, snapshotName }) => `${displayName(refOf(object))} was moved to ${snapshotName} by this run`).join(', ');
}

function bindingsOf(hub: HubState, { ref: { namespace }, placementName }: RunView): readonly BindingView[] | undefined {
  const type = typeOf(namespace === undefined ? 'ClusterResourceBinding' : 'ResourceBinding');
  if (hub.visibility(type, namespace).kind !== 'seen') return undefined;
  return hub.derived(type, { namespace, name: placementName }).map(toBinding);
}

function moverOf({ conditions }: BindingView): string | undefined {
  return /updateRun: (\S+)$/.exec(findCondition(conditions, 'RolloutStarted')?.message ?? '')?.[1];
}

/** The clusters it could not finish. */
export function failedOn(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) =>
    stage.clusters.filter((cluster) => cluster.succeeded?.status === 'False').map((cluster) => cluster.name),
  );
}
