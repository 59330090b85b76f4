import { type JsonObject, listAt } from '../../../fleet/json/json.ts';

/**
 * The items that the API server fills in for an empty list of one of Kubernetes' own kinds; `undefined` if it leaves the list empty, or
 * chooses the items. Source: Kubernetes, `defaults.go` of autoscaling/v2, networking/v1, storage/v1 and v1.
 * @param beside the object that has the list
 */
export function listFilledIn(name: string, beside: JsonObject): readonly unknown[] | undefined {
  if (name === 'metrics') return [CPU];
  if (name === 'volumeLifecycleModes') return ['Persistent'];
  if (name !== 'policyTypes') return undefined;
  return listAt(beside, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

const CPU = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
