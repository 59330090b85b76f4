import { conditionsAt, findCondition } from '../fleet/condition.ts';
import type { KubeObject } from '../fleet/object.ts';

/**
 * What `kubectl wait --for=condition=ClusterResourcePlacementAvailable` makes of the object: met when the condition is True and not of an
 * older generation. Source: `pkg/cmd/wait/condition.go` of kubectl.
 */
export function kubectlWaitIsMet(placement: KubeObject): boolean {
  const available = findCondition(conditionsAt(placement, 'status', 'conditions'), 'ClusterResourcePlacementAvailable');
  const { generation = 0 } = placement.metadata;
  return available?.status === 'True' && (available.observedGeneration ?? generation) >= generation;
}
