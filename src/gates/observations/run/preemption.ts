import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import { findCondition } from '../../../fleet/kubernetes/condition.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { toBinding } from '../../view/binding.ts';
import type { RunView } from '../../view/run.ts';
import { typeOf } from '../../view/seen.ts';

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
  const { namespace } = run.ref;
  const lost = new Set(clusters);
  const type = typeOf(namespace === undefined ? 'ClusterResourceBinding' : 'ResourceBinding');
  if (hub.visibility(type, namespace).kind !== 'seen') return undefined;
  for (const object of hub.derived(type, { namespace, name: run.placementName })) {
    const binding = toBinding(object);
    const mover = /updateRun: (\S+)$/.exec(findCondition(binding.conditions, 'RolloutStarted')?.message ?? '')?.[1];
    if (!lost.has(binding.cluster) || mover === undefined || mover === run.ref.name) continue;
    return { winner: displayName({ ...run.ref, name: mover }), evidence: `${displayName(refOf(object))} was moved by ${mover}` };
  }
  return undefined;
}

/** The clusters it could not finish. */
export function failedOn(run: RunView): readonly string[] {
  return run.stages.flatMap((stage) =>
    stage.clusters.filter((cluster) => cluster.succeeded?.status === 'False').map((cluster) => cluster.name),
  );
}
