import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';

const DECISIONS = new Set(['ClusterSchedulingPolicySnapshot', 'SchedulingPolicySnapshot', 'ClusterResourceBinding', 'ResourceBinding']);

/** Whether the object is a decision of the scheduler: a policy snapshot or a binding. */
export function isDecision({ apiVersion, kind }: KubeObject): boolean {
  return DECISIONS.has(kind) && groupOf(apiVersion) === PLACEMENT_GROUP;
}
