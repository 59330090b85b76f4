import { kindInScopeOf } from '../../../fleet/kubefleet/kinds.ts';
import { displayName, refOf } from '../../../fleet/kubernetes/object.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { toBinding } from '../../view/binding.ts';
import type { RunView } from '../../view/run.ts';
import { typeOf } from '../../view/seen.ts';
import { failedClusters } from './preemption.ts';

/** A cluster that was left and picked again during a run that had to move it. */
export interface RenewedBinding {
  readonly cluster: string;
  readonly evidence: string;
}

/**
 * A failed cluster of the run whose binding is newer than the run's plan, for example after an eviction. The run finds it empty, and
 * reports the same as for clusters that another run has moved (KubeFleet pkg/controllers/updaterun/execution.go).
 */
export function renewedBinding(hub: HubState, run: RunView): RenewedBinding | undefined {
  const { namespace } = run.ref;
  const type = typeOf(kindInScopeOf(run.ref, 'ResourceBinding'));
  const planned = run.initialized?.lastTransitionTime ?? '';
  if (hub.visibility(type, namespace).kind !== 'seen') return undefined;
  const lost = new Set(failedClusters(run));
  for (const object of hub.derived(type, { namespace, name: run.placementName })) {
    const { cluster } = toBinding(object);
    const created = object.metadata.creationTimestamp ?? '';
    if (!lost.has(cluster) || !(Date.parse(created) > Date.parse(planned))) continue;
    return { cluster, evidence: `${displayName(refOf(object))} was created ${created}, after the run was planned ${planned}` };
  }
  return undefined;
}
