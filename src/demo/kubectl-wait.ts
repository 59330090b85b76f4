import { conditionsAt, findCondition } from '../fleet/kubernetes/condition.ts';
import { numberAt } from '../fleet/json/json.ts';
import type { KubeObject } from '../fleet/kubernetes/object.ts';

/**
 * Whether `kubectl wait --for=condition=TYPE` accepts the object: the condition is True and not of an older generation. `npm run compare`
 * checks this against kubectl itself. Source: `pkg/cmd/wait/condition.go` of kubectl.
 */
export function kubectlWaitIsMet(object: KubeObject, type: string): boolean {
  const condition = findCondition(conditionsAt(object, 'status', 'conditions'), type);
  const { generation = 0 } = object.metadata;
  const observed = condition?.observedGeneration ?? numberAt(object, 'status', 'observedGeneration') ?? generation;
  return condition?.status === 'True' && observed >= generation;
}
