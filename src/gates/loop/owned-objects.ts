import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import type { Target } from '../deploy/target.ts';
import { isOwned } from '../observations/cluster/manifests.ts';
import { issuesAt, toBinding } from '../view/binding.ts';
import { listAt } from '../../fleet/json/json.ts';
import { typeOf } from '../view/seen.ts';
import { toWork } from '../view/work.ts';

/** Whether KubeFleet reports that an object of the placement has another owner on a cluster. */
export function namesAnOwner(hub: HubState, target: Target): boolean {
  const { kind, namespace, name } = target;
  const bindings = kind === 'ClusterResourcePlacement' ? 'ClusterResourceBinding' : 'ResourceBinding';
  const entries = listAt(hub.get(typeOf(kind), namespace, name), 'status', 'placementStatuses');
  return (
    entries.some((entry) => issuesAt(entry).some(({ condition }) => isOwned(condition))) ||
    hub.derived(typeOf(bindings), target).some((binding) => toBinding(binding).failed.some(({ condition }) => isOwned(condition))) ||
    hub.derived(typeOf('Work'), target).some((work) => toWork(work).manifests.some(({ conditions }) => conditions.some(isOwned)))
  );
}
