import { type JsonObject, listAt } from '../../../fleet/json/json.ts';

/**
 * The list of one of Kubernetes' own kinds with the items that the API server fills in; `undefined` if it fills in none, or chooses all of
 * them. Source: Kubernetes, `defaults.go` of autoscaling/v2, networking/v1, storage/v1 and v1. For a dual-stack Service it adds the second
 * family and address (pkg/registry/core/service/storage/alloc.go).
 * @param beside the object that has the list
 * @param live the list on the hub
 */
export function listFilledIn(name: string, beside: JsonObject, live: unknown): readonly unknown[] | undefined {
  const own = listAt(beside, name);
  if (own.length === 1 && PER_FAMILY.has(name) && DUAL_STACK.has(beside['ipFamilyPolicy'])) {
    return [...own, ...(Array.isArray(live) ? live.slice(1) : [])];
  }
  if (own.length > 0) return undefined;
  if (name === 'metrics') return [CPU];
  if (name === 'volumeLifecycleModes') return ['Persistent'];
  if (name !== 'policyTypes') return undefined;
  return listAt(beside, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

const PER_FAMILY = new Set(['clusterIPs', 'ipFamilies']);
const DUAL_STACK = new Set<unknown>(['PreferDualStack', 'RequireDualStack']);

const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
