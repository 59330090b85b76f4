import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';

const DECISIONS = new Set(['ClusterSchedulingPolicySnapshot', 'SchedulingPolicySnapshot', 'ClusterResourceBinding', 'ResourceBinding']);

/** What the scheduler has decided: policy snapshots and bindings. */
export function isDecision({ apiVersion, kind }: KubeObject): boolean {
  return DECISIONS.has(kind) && groupOf(apiVersion) === PLACEMENT_GROUP;
}
