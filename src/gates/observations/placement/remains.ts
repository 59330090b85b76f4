import { listAt } from '../../../fleet/json/json.ts';
import { displayName, isKubeObject, refOf, type KubeObject, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import type { HubState } from '../../../fleet/kubefleet/hub-state.ts';
import { spanText } from '../../../duration.ts';
import type { GateContext } from '../../rollout/context.ts';
import { clusterOfWork } from '../../../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../../view/seen.ts';
import { toWork } from '../../view/work.ts';

/** The objects that a deleted placement still has on one cluster. */
export interface Remains {
  readonly cluster: string;
  readonly evidence: string;
}

/** The Works that delay the deletion of a placement, by cluster: each is deleted after the member agent has removed its objects. */
export function remainsOf(hub: HubState, { namespace, name }: ObjectRef): readonly Remains[] {
  return hub
    .derived(typeOf('Work'), { namespace, name })
    .map(toWork)
    .filter((work) => work.placementNamespace === namespace && work.deleting)
    .map((work): Remains => ({ cluster: clusterOfWork(work.object), evidence: leavingText(work.object) }));
}

/** Since when a Work is being deleted, and what its finalizer waits for. */
export function leavingText(work: KubeObject): string {
  const { metadata } = work;
  const finalizers = listAt(work, 'metadata', 'finalizers').join(', ');
  const held = listAt(work, 'spec', 'workload', 'manifests')
    .filter(isKubeObject)
    .map((manifest) => displayName(refOf(manifest)));
  const parts = [
    `Work ${metadata.namespace ?? ''}/${metadata.name} is being deleted since ${metadata.deletionTimestamp ?? ''}`,
    ...(finalizers === ''
      ? []
      : [
          `its finalizer ${finalizers} waits until ${clusterOfWork(work)} has removed ${held.length === 0 ? 'its objects' : listed(held, 5)}`,
        ]),
  ];
  return parts.join('; ');
}

/** Only the member's agent removes the objects of a Work, and its finalizer. */
export function silentAgent({ members }: Pick<GateContext, 'members'>, cluster: string): readonly string[] {
  const member = members?.get(cluster);
  if (member?.silent !== true || member.heartbeatAge === undefined || member.heartbeatAge < 0) return [];
  return [`the agent of ${cluster} removes them, and its last heartbeat was ${spanText(member.heartbeatAge)} ago by the hub's clock`];
}
