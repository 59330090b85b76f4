import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isMemberCluster } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';

/** Whether an object of KubeFleet is judged with other objects of the tree. A MemberCluster is judged alone. */
export function dependsOnOthers(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return isFleetObject(object) && !isMemberCluster(object);
}
